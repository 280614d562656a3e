import type { ApiKeyStore } from './api-key-store.ts'

export interface LastUsed {
  note(keyId: string): void
  /** What was noted but not yet written, so that lists are never behind. */
  pending(keyId: string): string | undefined
  close(): Promise<void>
}

const WRITE_EVERY_MS = 10_000

/** Remembers when keys are used and writes it now and then: a write per request would cost more than the request. */
export function createLastUsed(store: Pick<ApiKeyStore, 'touch'>, now: () => Date): LastUsed {
  let uses = new Map<string, string>()
  let timer: NodeJS.Timeout | undefined

  const write = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const written = uses
    if (written.size === 0) return
    uses = new Map()
    try {
      await store.touch(written)
    } catch {
      // The database is away. The dates wait for the next turn; nothing depends on them.
      uses = new Map([...written, ...uses])
    }
  }

  return {
    note(keyId) {
      uses.set(keyId, now().toISOString())
      timer ??= setTimeout(() => void write(), WRITE_EVERY_MS).unref()
    },
    pending: (keyId) => uses.get(keyId),
    close: write,
  }
}
