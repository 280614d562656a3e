// Points a provider's own client at a server of ours, and keeps what it sends: our requests must equal them.
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'

/**
 * @param {string} vendor the folder that the requests are kept in
 * @param {(address: string) => { service: string, operation: string, inputs: object, answers?: unknown[], call: () => Promise<unknown> }[]} calls
 */
export async function capture(vendor, calls) {
  const requests = []
  let answers = []
  const server = createServer(async (request, response) => {
    const pieces = []
    for await (const piece of request) pieces.push(piece)
    const url = new URL(request.url, 'http://provider')
    requests.push({
      method: request.method,
      path: decodeURIComponent(url.pathname),
      query: [...url.searchParams].sort(),
      body: readBody(Buffer.concat(pieces).toString('utf8'), request.headers['content-type'] ?? ''),
    })
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answers.shift() ?? { ok: true }))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const kept = []
  for (const { service, operation, inputs, answers: given = [], call } of calls(
    `http://127.0.0.1:${server.address().port}`,
  )) {
    requests.length = 0
    answers = [...given]
    await call()
    kept.push({ service, operation, inputs, answers: given, requests: [...requests] })
  }
  server.closeAllConnections()
  server.close()
  await writeFile(new URL(`${vendor}/requests.json`, import.meta.url), `${JSON.stringify(kept, null, 2)}\n`)
  console.log(`${vendor}: ${kept.length} operations`)
}

function readBody(text, type) {
  if (text === '') return null
  if (type.includes('urlencoded')) return Object.fromEntries(new URLSearchParams(text))
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
