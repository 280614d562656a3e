import type { Flow } from '@chatwright/core'

import type { Canvas } from './canvas-store.ts'
import type { DraftStorage } from './draft-storage.ts'

const DELAY = 250

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
  now?: () => number
  onFailure?(error: unknown): void
}

/** Keeps every unsaved edit in this browser, a moment after it is made, and forgets it once it is saved. */
export function keepDrafts({ canvas, storage, key, now = Date.now, onFailure }: DraftKeeperOptions): DraftKeeper {
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> = Promise.resolve()

  const write = () => {
    timer = undefined
    const { isDirty, history, name, chatflow } = canvas.store.getState()
    const place = key()
    writing = writing
      .then(() =>
        isDirty
          ? storage.put(place, {
              flow: withoutSecrets(history.present),
              name,
              baseVersion: chatflow?.version,
              keptAt: now(),
            })
          : storage.delete(place),
      )
      .catch((error: unknown) => onFailure?.(error))
  }

  const unsubscribe = canvas.store.subscribe((state, before) => {
    const isEdit = state.history.present !== before.history.present || state.name !== before.name
    if (!isEdit && state.isDirty === before.isDirty) return
    clearTimeout(timer)
    timer = setTimeout(write, DELAY)
  })

  return {
    flush: async () => {
      if (timer !== undefined) {
        clearTimeout(timer)
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
