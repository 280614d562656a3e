import type { Flow } from '@chatwright/core'

import type { Canvas } from './canvas-store.ts'
import type { Draft } from './draft.ts'
import type { DraftStorage } from './draft-storage.ts'

const DELAY = 250
/** How long a burst of edits may last before its newest one is written at once again. */
const BREATH = 50

export interface DraftKeeper {
  /** Writes what is waiting, at once: the page may be going away. */
  flush(): Promise<void>
  /** Throws the kept draft away, and every write that is still waiting. */
  discard(): Promise<void>
  stop(): void
}

export interface DraftKeeperOptions {
  canvas: Canvas
  storage: DraftStorage
  key(): string
  /** The flow as it was opened: edits made before this begins are kept, too. */
  opened?: { flow: Flow; name: string }
  now?: () => number
  onFailure?(error: unknown): void
}

/** Keeps every unsaved edit in this browser, a moment after it is made, and forgets it once it is saved. */
export function keepDrafts(options: DraftKeeperOptions): DraftKeeper {
  const { canvas, storage, key, opened, now = Date.now, onFailure } = options
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> = Promise.resolve()

  let keptNow = -Infinity

  const draft = (): Draft | undefined => {
    const { isDirty, history, name, chatflow } = canvas.store.getState()
    if (!isDirty) return undefined
    return { flow: withoutSecrets(history.present), name, baseVersion: chatflow?.version, keptAt: now() }
  }
  const writeNow = () => {
    const newest = draft()
    if (newest) storage.putNow(key(), newest)
    keptNow = now()
  }
  const write = () => {
    timer = undefined
    const newest = draft()
    const place = key()
    writing = writing
      .then(() => (newest ? storage.put(place, newest) : storage.delete(place)))
      .catch((error: unknown) => onFailure?.(error))
  }

  const writeSoon = () => {
    if (now() - keptNow >= BREATH) writeNow()
    clearTimeout(timer)
    timer = setTimeout(write, DELAY)
  }

  const unsubscribe = canvas.store.subscribe((state, before) => {
    const isEdit = state.history.present !== before.history.present || state.name !== before.name
    if (isEdit || state.isDirty !== before.isDirty) writeSoon()
  })
  const { isDirty, history, name } = canvas.store.getState()
  const isEdited = opened && (history.present !== opened.flow || name !== opened.name)
  if (isDirty && isEdited) writeSoon()

  return {
    flush: async () => {
      if (timer !== undefined) {
        clearTimeout(timer)
        writeNow()
        write()
      }
      await writing
    },
    discard: async () => {
      clearTimeout(timer)
      timer = undefined
      await writing
      await storage.delete(key())
    },
    stop: () => {
      unsubscribe()
      if (timer === undefined) return
      clearTimeout(timer)
      write()
    },
  }
}

/** A typed password must not lie readable on the disk; saving drops it too. */
function withoutSecrets(flow: Flow): Flow {
  return {
    ...flow,
    nodes: flow.nodes.map((node) => {
      const secret = new Set(node.data.inputParams.filter((param) => param.type === 'password').map(({ name }) => name))
      if (secret.size === 0) return node
      const inputs = Object.fromEntries(Object.entries(node.data.inputs).filter(([name]) => !secret.has(name)))
      return { ...node, data: { ...node.data, inputs } }
    }),
  }
}
