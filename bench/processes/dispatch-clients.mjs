// People at the desk who dispatch orders as fast as the shop answers. Each takes the next order that nobody has taken.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'

process.once('message', async ({ url, cookie, clients, orders }) => {
  const [times, refused, queue] = [[], [], [...orders]]
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const began = performance.now()
  await Promise.all(Array.from({ length: clients }, dispatchUntilEmpty))
  const ms = performance.now() - began
  agent.destroy()
  process.send({ ms, times, refused: refused.slice(0, 5) })
  process.disconnect()

  async function dispatchUntilEmpty() {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      const started = performance.now()
      const answer = await post(id)
      times.push(performance.now() - started)
      if (answer.status !== 200 || !answer.text.includes('Dispatched with')) refused.push(answer)
    }
  }

  function post(id) {
    const fields = { intent: 'dispatch', key: randomUUID(), courier: 'Delhivery', awb: `AWB${id}`, trackingLink: '' }
    const body = new URLSearchParams({ ...fields, 'quantity:0': '1', 'quantity:1': '1' }).toString()
    const headers = {
      cookie,
      origin: url,
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      'content-length': Buffer.byteLength(body),
    }
    return new Promise((resolve, reject) => {
      const path = `${url}/adminDashboard/orders/${id}.data`
      const outgoing = request(path, { method: 'POST', agent, headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk) => (text += chunk))
        answer.on('end', () => resolve({ status: answer.statusCode, text }))
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }
})
