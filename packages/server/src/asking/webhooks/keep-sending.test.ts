import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { keepSending } from './keep-sending.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** Something to send for each name; what is on its way ends when the test says so. */
function sendAll(
  names: readonly string[],
  { ends = () => true, everyMs = 5 }: { ends?: (name: string) => boolean; everyMs?: number } = {},
) {
  const due = [...names]
  const begun: string[] = []
  const waiting = new Map<string, (error?: Error) => void>()
  const faults: unknown[] = []
  const { nudge, stop } = keepSending({
    take: async (limit) => due.splice(0, limit),
    send: (name: string) => {
      begun.push(name)
      if (ends(name)) return Promise.resolve()
      return new Promise((resolve, reject) => waiting.set(name, (error) => (error ? reject(error) : resolve())))
    },
    onFault: (error) => faults.push(error),
    everyMs,
  })
  stops.push(stop)
  return { due, begun, waiting, faults, nudge, stop }
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `number ${index}`)

test('a receiver that does not answer holds nobody else up', async () => {
  const { begun } = sendAll(numbered(50), { ends: (name) => name !== 'number 3' })
  await expect.poll(() => begun).toHaveLength(50)
})

test('ten are on their way at most, and whoever ends makes room for the next', async () => {
  const { begun, waiting } = sendAll(numbered(12), { ends: () => false })
  await expect.poll(() => begun).toHaveLength(10)
  waiting.get('number 4')?.()
  await expect.poll(() => begun).toHaveLength(11)
  waiting.get('number 0')?.(new Error('No luck'))
  await expect.poll(() => begun).toHaveLength(12)
})

test('one that cannot be sent is told of, and the rest go out', async () => {
  const { begun, waiting, faults } = sendAll(['first', 'second'], { ends: (name) => name !== 'first' })
  await expect.poll(() => begun).toEqual(['first', 'second'])
  waiting.get('first')?.(new Error('No luck'))
  await expect.poll(() => faults).toEqual([new Error('No luck')])
})

test('what comes later is found later', async () => {
  const { due, begun } = sendAll(['early'])
  await expect.poll(() => begun).toEqual(['early'])
  due.push('late')
  await expect.poll(() => begun).toEqual(['early', 'late'])
})

test('what became due is sent at once where somebody says so, even while it is looked for', async () => {
  const { due, begun, nudge } = sendAll([], { everyMs: 3_600_000 })
  due.push('first')
  nudge()
  await expect.poll(() => begun).toEqual(['first'])
  nudge()
  // That look has its list by now.
  due.push('second')
  nudge()
  await expect.poll(() => begun).toEqual(['first', 'second'])
})

test('once stopped it takes nothing more, whoever ends', async () => {
  const { due, begun, waiting, stop } = sendAll(numbered(10), { ends: () => false })
  await expect.poll(() => begun).toHaveLength(10)
  stop()
  due.push('late')
  for (const end of waiting.values()) end()
  await setImmediate()
  expect(due).toEqual(['late'])
})
