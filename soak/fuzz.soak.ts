import { expect, test } from 'vitest'
import { drawFlow } from '../packages/server/testing/crash-rounds.ts'
import { startFakeVendor } from '../packages/server/testing/fake-vendor.ts'
import { mutatedRequests } from '../packages/server/testing/mutated-requests.ts'
import { spawnServer, temporaryFolder } from '../packages/server/testing/spawned-server.ts'
import { residentMegabytes } from './resident-memory.ts'

const COUNT = Number(process.env['SOAK_REQUESTS'] ?? 10_000)
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000)

test(`${COUNT} spoiled requests over the wire (seed ${seed}): no 5xx, no hang, memory bounded`, async () => {
  const folder = temporaryFolder()
  const vendor = await startFakeVendor()
  const server = await spawnServer({ DATA_DIR: folder.path, LOG_LEVEL: 'silent' })
  try {
    const document = (await (await fetch(`${server.url}/api/v1/openapi.json`)).json()) as never
    const known = [await drawFlow(server.url, vendor.url), 'chatOpenAI', 'openAIApi']
    const before = residentMegabytes(server.process.pid ?? 0)
    const broken: string[] = []
    const requests = mutatedRequests(document, { count: COUNT, seed, known })
    const lanes = Array.from({ length: 8 }, async () => {
      for (const { method, url, headers, payload } of requests) {
        const hasBody = payload !== undefined && method !== 'GET'
        const answer = await fetch(`${server.url}${url}`, {
          method,
          headers,
          ...(hasBody && { body: payload }),
          signal: AbortSignal.timeout(30_000),
        }).catch((error: unknown) => String(error))
        if (typeof answer === 'string') broken.push(`${answer}: ${method} ${url} ${payload}`)
        else if (answer.status >= 500)
          broken.push(`${answer.status} ${await answer.text()}: ${method} ${url} ${payload}`)
        else await answer.arrayBuffer()
      }
    })
    await Promise.all(lanes)
    const grown = residentMegabytes(server.process.pid ?? 0) - before
    console.log({ seed, grownMegabytes: Math.round(grown) })
    expect(broken.map((line) => line.slice(0, 500))).toEqual([])
    expect(grown).toBeLessThan(300)
    expect(await (await fetch(`${server.url}/api/v1/ping`)).text()).toBe('pong')
  } finally {
    await server.stop('SIGKILL')
    await vendor.close()
    folder.remove()
  }
})
