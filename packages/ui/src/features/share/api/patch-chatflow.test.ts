import { afterEach, expect, test, vi } from 'vitest'

import { patchChatflow, patchJson } from './patch-chatflow.ts'

afterEach(() => vi.unstubAllGlobals())

test('a part is saved on top of what is stored now, and when someone was faster, on top of theirs', async () => {
  const server = new FakeServer({ chatbotConfig: '{"title":"Old","leads":{"status":true}}', version: 4 })
  server.beforeNextPut = () => server.store({ chatbotConfig: '{"title":"Theirs","leads":{"status":true}}' })
  const saved = await patchChatflow(
    'flow-1',
    patchJson('chatbotConfig', () => ({ chatFeedback: { status: true } })),
  )
  expect(JSON.parse(saved.chatbotConfig ?? '')).toEqual({
    title: 'Theirs',
    leads: { status: true },
    chatFeedback: { status: true },
  })
  expect(server.bodies.map((body) => Object.keys(body).toSorted())).toEqual([
    ['chatbotConfig', 'version'],
    ['chatbotConfig', 'version'],
  ])
})

test('any other refusal is told at once', async () => {
  const server = new FakeServer({ version: 1 })
  server.refusal = { status: 400, code: 'invalid-request' }
  await expect(patchChatflow('flow-1', () => ({ isPublic: true }))).rejects.toMatchObject({ code: 'invalid-request' })
  expect(server.bodies).toHaveLength(1)
})

interface Row {
  version: number
  chatbotConfig?: string | null
}

/** Keeps one flow and refuses stale versions, as the real one does. */
class FakeServer {
  readonly bodies: Record<string, unknown>[] = []
  refusal: { status: number; code: string } | undefined
  beforeNextPut: (() => void) | undefined
  #row: Row

  constructor(row: Row) {
    this.#row = row
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => Promise.resolve(this.#answer(init)))
  }

  store(change: Partial<Row>): void {
    this.#row = { ...this.#row, ...change, version: this.#row.version + 1 }
  }

  #answer(init: RequestInit): Response {
    if (init.method === 'GET') return Response.json(this.#row)
    this.beforeNextPut?.()
    this.beforeNextPut = undefined
    const body = JSON.parse(init.body as string) as Row
    this.bodies.push({ ...body })
    if (this.refusal) return Response.json({ code: this.refusal.code }, { status: this.refusal.status })
    if (body.version !== this.#row.version) return Response.json({ code: 'chatflow-changed' }, { status: 409 })
    this.store(body)
    return Response.json(this.#row)
  }
}
