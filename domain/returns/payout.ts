import * as v from 'valibot'
import { formParser, line } from '#domain/form-fields.ts'

const NAME_MAX = 100

const name = v.pipe(
  line,
  v.minLength(1, 'Enter the name of the account holder.'),
  v.maxLength(NAME_MAX, 'Use at most 100 characters.'),
)

/** `meera@okaxis`: NPCI allows letters, digits, dots and dashes before the @, and a handle of letters and digits. */
const upi = v.pipe(
  line,
  v.regex(/^[a-z0-9][a-z0-9._-]{1,254}@[a-z][a-z0-9]{1,63}$/i, 'Enter a UPI ID, such as meera@okaxis.'),
)

const account = v.pipe(
  line,
  v.transform((typed) => typed.replace(/[ -]/g, '')),
  v.regex(/^\d{6,18}$/, 'Enter the account number: 6 to 18 digits.'),
)

/** Four letters of the bank, a zero, and six of the branch (Reserve Bank of India). */
const ifsc = v.pipe(
  line,
  v.transform((typed) => typed.replaceAll(' ', '').toUpperCase()),
  v.regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, 'Enter the IFSC, such as SBIN0001234.'),
)

const payoutSchema = v.variant('kind', [
  v.object({ kind: v.literal('upi'), name, upi }),
  v.pipe(
    v.object({ kind: v.literal('account'), name, account, again: line, ifsc }),
    v.forward(
      v.partialCheck(
        [['account'], ['again']],
        (typed) => typed.again.replace(/[ -]/g, '') === typed.account,
        'The two account numbers differ.',
      ),
      ['again'],
    ),
    v.transform(({ again: _, ...typed }) => typed),
  ),
])

/** The account to which a buyer who paid in cash gets their money: a UPI ID, or an account at a bank. */
export type Payout = v.InferOutput<typeof payoutSchema>

export const parsePayout = formParser(payoutSchema)

/** As staff read it beside the amount. */
export function payoutText(payout: Payout): string {
  return payout.kind === 'upi' ? `${payout.name}, ${payout.upi}` : `${payout.name}, ${payout.account}, ${payout.ifsc}`
}
