import { expect, test } from 'vitest'
import { spawnServer, temporaryFolder } from '../packages/server/testing/spawned-server.ts'

const MESSAGES = 200_000
const PAGE = 500

test(`a flow with ${MESSAGES} messages: the last pages take no more than twice the first`, async () => {
  const folder = temporaryFolder()
  const server = await spawnServer({ DATA_DIR: folder.path, LOG_LEVEL: 'silent', BODY_LIMIT: '500mb' })
  try {
    const chatmessages = Array.from({ length: MESSAGES }, (_, i) => ({
      id: `m-${i}`,
      chatflowid: 'long',
      chatId: `c-${i % 1000}`,
      role: i % 2 === 0 ? 'userMessage' : 'apiMessage',
      content: `message ${i}`,
      chatType: 'EXTERNAL',
      createdDate: new Date(1_700_000_000_000 + i * 1000).toISOString(),
    }))
    const chatflows = [{ id: 'long', name: 'Long', flowData: '{"nodes":[],"edges":[]}' }]
    const loaded = await fetch(`${server.url}/api/v1/database/load`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chatmessages, chatflows, apikeys: [] }),
    })
    expect([loaded.status, await loaded.text()]).toEqual([201, expect.any(String)])
    const times: number[] = []
    const seen = new Set<string>()
    let cursor: string | null = null
    do {
      const began = performance.now()
      const query: string = cursor === null ? '' : `&cursor=${cursor}`
      const answer = await fetch(`${server.url}/api/v1/chatmessage/long?limit=${PAGE}${query}`)
      const page = (await answer.json()) as { items: { id: string }[]; nextCursor: string | null }
      times.push(performance.now() - began)
      for (const { id } of page.items) seen.add(id)
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(seen.size).toBe(MESSAGES)
    // The first of all pays for what is prepared once.
    const first = median(times.slice(5, 45))
    const last = median(times.slice(-40))
    console.log({ firstMs: first, lastMs: last, ratio: last / first })
    expect(last / first).toBeLessThan(2)
  } finally {
    await server.stop('SIGKILL')
    folder.remove()
  }
})

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
