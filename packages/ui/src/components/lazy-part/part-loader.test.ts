import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { partLoader } from './part-loader.ts'

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

interface Arrival {
  resolve: (part: string) => void
  reject: (error: unknown) => void
}

/** A part that arrives only when told to. */
function startLoading() {
  const asked: Arrival[] = []
  const loader = partLoader(
    () =>
      new Promise<string>((resolve, reject) => {
        asked.push({ resolve, reject })
      }),
  )
  return { loader, asked }
}

test('many who show a part load it once', async () => {
  const { loader, asked } = startLoading()
  const both = Promise.all([loader.load(), loader.load()])
  asked[0]?.resolve('part')
  await both
  await loader.load()
  expect(asked).toHaveLength(1)
  expect(loader.getState()).toEqual({ status: 'loaded', part: 'part' })
})

describe('[NOTE-3] a load that fails', () => {
  const gone = new Error('gone')

  test('is kept for those who look at it, and Retry loads again for all of them', async () => {
    const { loader, asked } = startLoading()
    const seen: string[] = []
    loader.subscribe(() => void seen.push(loader.getState().status))
    const loading = loader.load()
    asked[0]?.reject(gone)
    await loading
    expect(loader.getState()).toEqual({ status: 'failed', error: gone, isRetrying: false })
    const again = loader.retry()
    expect(loader.getState()).toEqual({ status: 'failed', error: gone, isRetrying: true })
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    asked[1]?.resolve('part')
    await again
    expect(loader.getState()).toEqual({ status: 'loaded', part: 'part' })
    expect(seen).toEqual(['failed', 'failed', 'loaded'])
  })

  test('is forgotten when nobody looks at it any more: the next who opens it loads', async () => {
    const { loader, asked } = startLoading()
    const leave = loader.subscribe(() => undefined)
    const loading = loader.load()
    asked[0]?.reject(gone)
    await loading
    leave()
    expect(loader.getState()).toEqual({ status: 'waiting' })
    void loader.load()
    expect(asked).toHaveLength(2)
  })

  test('ahead of use is not shown to the one who uses it later', async () => {
    const { loader, asked } = startLoading()
    const loading = loader.preload()
    asked[0]?.reject(gone)
    await loading
    expect(loader.getState()).toEqual({ status: 'waiting' })
  })
})

test('[NOTE-3] a style that never arrives is given up after 120000 ms, as a script is', async () => {
  vi.useFakeTimers()
  const failures: string[] = []
  const loader = partLoader(() => {
    const style = document.createElement('link')
    style.rel = 'stylesheet'
    return new Promise<string>((_, reject) => {
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as the bundler's loader sets it
      style.onerror = (event) => {
        failures.push(typeof event === 'string' ? event : event.type)
        reject(new Error('late'))
      }
      document.head.append(style)
    })
  })
  const loading = loader.load()
  await vi.advanceTimersByTimeAsync(119_000)
  expect(failures).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  await loading
  expect(failures).toEqual(['timeout'])
  for (const style of document.head.querySelectorAll('link')) style.remove()
})
