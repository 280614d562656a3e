import { act } from '@testing-library/react'

type Listener = (event: MediaQueryListEvent) => void

const QUERY = /\((min|max)-width:\s*([\d.]+)px\)/g

let width = 0
let original: typeof window.matchMedia | undefined
const listeners = new Map<Listener, string>()

/** Makes the window this wide: media queries answer by it, and those that listen hear of the change. */
export function setWindowWidth(pixels: number): void {
  const before = width
  width = pixels
  original ??= window.matchMedia
  window.matchMedia = (query) =>
    ({
      media: query,
      get matches() {
        return matches(query, width)
      },
      addEventListener: (_: string, listener: Listener) => listeners.set(listener, query),
      removeEventListener: (_: string, listener: Listener) => listeners.delete(listener),
      addListener: (listener: Listener) => listeners.set(listener, query),
      removeListener: (listener: Listener) => listeners.delete(listener),
    }) as unknown as MediaQueryList
  act(() => {
    for (const [listener, query] of listeners) {
      if (matches(query, before) !== matches(query, width)) listener({ matches: matches(query, width) } as never)
    }
  })
}

export function resetWindowWidth(): void {
  if (original) window.matchMedia = original
  original = undefined
  listeners.clear()
}

function matches(query: string, at: number): boolean {
  const bounds = [...query.matchAll(QUERY)]
  return (
    bounds.length > 0 && bounds.every(([, side, size]) => (side === 'min' ? at >= Number(size) : at <= Number(size)))
  )
}
