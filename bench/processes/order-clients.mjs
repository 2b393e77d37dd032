// Ten shoppers who order as fast as the shop answers, each over its own connections. Every 25th checkout is sent twice at
// once, like a double click.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'

const ADDRESS = {
  name: 'Asha Rao',
  address: '12 Lake Road',
  city: 'Pune',
  pincode: '411001',
  mobileNumber: '9876543210',
}
const DUPLICATE_EVERY = 25

process.once('message', async ({ url, cookies, products, warmUpMs, ms }) => {
  const keys = new Set()
  const refused = []
  const times = []
  let end = Date.now() + warmUpMs
  await Promise.all(cookies.map((cookie) => orderUntilEnd(cookie)))
  times.length = 0
  const began = performance.now()
  end = Date.now() + ms
  await Promise.all(cookies.map((cookie) => orderUntilEnd(cookie)))
  const seconds = (performance.now() - began) / 1000
  process.send({ perSecond: times.length / seconds, times, placed: keys.size, refused: refused.slice(0, 5) })
  process.disconnect()

  async function orderUntilEnd(cookie) {
    const agent = new Agent({ keepAlive: true, maxSockets: 2 })
    for (let n = 0; Date.now() < end; n += 1) {
      const key = randomUUID()
      const body = bodyOf(key)
      const started = performance.now()
      const answers = await Promise.all(
        n % DUPLICATE_EVERY === 0
          ? [post(agent, cookie, body), post(agent, cookie, body)]
          : [post(agent, cookie, body)],
      )
      times.push(performance.now() - started)
      if (answers.every(({ status, text }) => status === 200 && text.includes('placed'))) keys.add(key)
      else refused.push(answers)
    }
    agent.destroy()
  }

  function bodyOf(key) {
    const lines = [0, 1].map((place) => {
      const { id, size, price } = products[Math.floor(Math.random() * products.length)]
      return { id, sizeCode: size, selectedColor: place ? 'Sandstone' : 'Grey Stone', quantity: 1, seenPrice: price }
    })
    return new URLSearchParams({ ...ADDRESS, key, lines: JSON.stringify(lines) }).toString()
  }

  function post(agent, cookie, body) {
    const headers = {
      cookie,
      origin: url,
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      'content-length': Buffer.byteLength(body),
    }
    return new Promise((resolve, reject) => {
      const outgoing = request(`${url}/cart.data`, { method: 'POST', agent, headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk) => (text += chunk))
        answer.on('end', () => resolve({ status: answer.statusCode, text }))
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }
})
