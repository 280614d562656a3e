// The least a server can do with a model's stream: hand it on, over node:http or over fetch. Prints its port.
import { Agent, createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const address = `${process.argv[2]}/chat/completions`
const relay = process.argv[3] === 'fetch' ? relayOverFetch : relayOverHttp
const agent = new Agent({ keepAlive: true, maxSockets: 200 })
const headers = { 'content-type': 'application/json' }
const question = JSON.stringify({
  model: 'local',
  stream: true,
  messages: [{ role: 'user', content: 'What do you say to this?' }],
})

const server = createServer((incoming, outgoing) => {
  incoming.resume().on('end', () => void relay(outgoing))
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))

async function relayOverHttp(outgoing: ServerResponse): Promise<void> {
  const asked = request(address, { method: 'POST', agent, headers }, (answer) => {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    answer.pipe(outgoing)
  })
  asked.end(question)
  outgoing.on('close', () => asked.destroy())
}

async function relayOverFetch(outgoing: ServerResponse): Promise<void> {
  const answer = await fetch(address, { method: 'POST', headers, body: question })
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
  for await (const piece of answer.body ?? []) outgoing.write(piece)
  outgoing.end()
}
