// The least a server can do with a model's stream: hand it on. Prints its port.
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

const upstream = new URL(process.argv[2] ?? '')
const agent = new Agent({ keepAlive: true, maxSockets: 200 })
const question = JSON.stringify({
  model: 'local',
  stream: true,
  messages: [{ role: 'user', content: 'What do you say to this?' }],
})

const server = createServer((incoming, outgoing) => {
  incoming.resume().on('end', () => {
    const asked = request(
      `${upstream.href}/chat/completions`,
      { method: 'POST', agent, headers: { 'content-type': 'application/json' } },
      (answer) => {
        outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
        answer.pipe(outgoing)
      },
    )
    asked.end(question)
    outgoing.on('close', () => asked.destroy())
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
