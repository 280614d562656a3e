import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnswerHandle } from '../../runs/runs/runner.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { createAskOnce } from './ask-once.ts'
import { createIdempotencyStore, type IdempotencyStore } from './idempotency-store.ts'

const request = { runId: 'r1', digest: 'd' }
const another = { runId: 'r2', digest: 'd' }
const KEEP_MS = 86_400_000

describeOnBothDatabases('A key whose run is being prepared', (start) => {
  let server: TestServer
  let store: IdempotencyStore
  beforeEach(async () => {
    server = await start()
    store = createIdempotencyStore(server.database)
  })
  afterEach(() => server.close())

  /** As if it had been taken long ago. */
  const age = async () => {
    const value = JSON.stringify({ ...request, at: 1000 })
    await server.database.query.updateTable('record').set({ value }).execute()
    return value
  }

  test('is young again when it is renewed, and nobody else’s', async () => {
    const claim = await store.claim('k', request, KEEP_MS)
    const value = await age()
    const isOld = ({ ageMs }: { ageMs: number }) => ageMs > KEEP_MS
    expect(isOld(await store.claim('k', another, KEEP_MS))).toBe(true)
    const renewed = await store.renew('k', { ...claim, value })
    const seen = await store.claim('k', another, KEEP_MS)
    expect([seen.runId, seen.value, isOld(seen)]).toEqual(['r1', renewed.value, false])
    // Whoever has it by an older value has lost it.
    expect(await store.renew('k', claim)).toBe(claim)
    expect((await store.claim('k', another, KEEP_MS)).value).toBe(renewed.value)
  })

  test('is renewed until the run is kept, and free at once where it is refused', async () => {
    let renewals = 0
    const askOnce = createAskOnce({
      runner: { find: async () => undefined },
      runs: { find: async () => undefined, events: async () => [], nextEvents: async () => undefined },
      idempotency: {
        ...store,
        renew: (key, claim) => {
          renewals += 1
          return store.renew(key, claim)
        },
      },
      renewEveryMs: 1,
    })
    let end = (_outcome: AnswerHandle | Error): void => {}
    const preparing = () =>
      new Promise<AnswerHandle>((resolve, reject) => {
        end = (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome))
      })
    const asked = askOnce('k', request, preparing)
    await vi.waitFor(() => expect(renewals).toBeGreaterThan(2))
    end({} as AnswerHandle)
    await asked
    expect((await store.claim('k', another, KEEP_MS)).runId).toBe('r1')
    const refused = askOnce('other', request, preparing)
    renewals = 0
    await vi.waitFor(() => expect(renewals).toBeGreaterThan(2))
    end(new Error('No'))
    await expect(refused).rejects.toThrow('No')
    expect((await store.claim('other', another, KEEP_MS)).runId).toBe('r2')
  })

  test('is renewed once at a time, however long the database takes', async () => {
    let renewals = 0
    let end = (): void => {}
    const slow = new Promise<void>((resolve) => (end = resolve))
    const askOnce = createAskOnce({
      runner: { find: async () => undefined },
      runs: { find: async () => undefined, events: async () => [], nextEvents: async () => undefined },
      idempotency: {
        ...store,
        renew: (_, claim) => {
          renewals += 1
          return slow.then(() => claim)
        },
      },
      renewEveryMs: 100,
    })
    let refuse = (_error: Error): void => {}
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      let isAsked = (): void => {}
      const begun = new Promise<void>((resolve) => (isAsked = resolve))
      const refused = askOnce('k', request, () => {
        isAsked()
        return new Promise((_, reject) => (refuse = reject))
      })
      await begun
      vi.advanceTimersByTime(1000)
      refuse(new Error('No'))
      end()
      await expect(refused).rejects.toThrow('No')
      expect(renewals).toBe(1)
    } finally {
      vi.useRealTimers()
    }
  })
})
