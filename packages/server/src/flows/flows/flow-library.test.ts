import { afterEach, expect, test, vi } from 'vitest'
import { createFlowLibrary, type PreparedFlow } from './flow-library.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a changed credential or tool is noticed within a second, also where the clock is set back', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  let looks = 0
  const store = { partsRevision: async () => String((looks += 1)) }
  const library = createFlowLibrary({ store, catalogue: {} } as unknown as Parameters<typeof createFlowLibrary>[0])
  const flow = { id: 'flow', drawing: 'drawing', flow: { nodes: [], edges: [] } } as unknown as PreparedFlow
  // It is looked before anything is made of it; of this nothing can be made.
  const plan = () => library.plan(flow, { want: 'chat' }).catch(() => undefined)
  await plan()
  await plan()
  expect(looks).toBe(1)
  vi.advanceTimersByTime(1000)
  vi.setSystemTime(0)
  await plan()
  expect(looks).toBe(2)
})
