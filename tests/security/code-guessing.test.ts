import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestAccountEmail } from '#server/accounts/codes/request.ts'
import { enterCode, openBrowser, openShop, rowOf, sendCode, sent } from '#tests/support/fixtures/code-fixture.ts'
import { rounds } from '#tests/support/rounds.ts'

/** In either case more codes are asked for than are sent. */
const GUESSES = rounds({ few: 600, all: 10_000 })
const AT_ONCE = 25
/** How often the attacker asks for another code. */
const PER_CODE = rounds({ few: 20, all: 250 })

// Takes longer than other tests are allowed to.
const options = { timeout: 300_000 }

test(
  `${GUESSES} guesses from as many networks, with as many new codes as they may ask for, do not get in`,
  options,
  async () => {
    const shop = openShop({ factor: 1 })
    const email = 'guessed@gamla.example'
    let codes = 0
    let next = 0
    let attacker = openBrowser()
    let entered = 0

    async function guess(n: number): Promise<void> {
      const from = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`
      if (n % PER_CODE === 0) {
        const asking = openBrowser()
        const { askedBy } = asking
        const asked = await requestAccountEmail(shop, 'login-code', { email, address: from, askedBy })
        if (asked.ok) {
          codes += 1
          await sendCode(email, 'login-code', askedBy)
          attacker = asking
        }
      }
      const answer = await enterCode(email, String(n * 97).padStart(6, '0'), { in: attacker, from, shop })
      if (answer.ok) entered += 1
    }

    async function guessOn(): Promise<void> {
      while (next < GUESSES) await guess(next++)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, guessOn))
    // Each takes five tries, so a hundred of the guesses count in a day: one attacker in ten thousand is lucky.
    assert.equal(codes, 20)
    assert.equal(entered, 0)
    assert.equal(await rowOf(email), undefined)
    const newest = /\d{6}/.exec(sent.at(-1)?.status ?? '')?.[0] ?? ''
    assert.equal((await enterCode(email, newest, { in: attacker, shop })).ok, false, 'and the last code is used up')
  },
)
