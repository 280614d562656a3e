import { expect, test } from 'vitest'
import { savedColumns } from './publishing.ts'

const flow = { version: 3, live_version: null, is_published_by_hand: 0, gate: 'off' } as const
const never = (): boolean => {
  throw new Error('Both drawings were read')
}

test('drawings are compared only where a gate asks whether the saved one answers as before', () => {
  const saved = { isSameGraph: false, isSameDrawing: never }
  expect(savedColumns(flow, saved)).toEqual({ version: 4, live_version: null })
  expect(savedColumns({ ...flow, gate: 'warn' }, saved)).toEqual({ version: 4, live_version: null })
  expect(savedColumns({ ...flow, is_published_by_hand: 1, live_version: 2, gate: 'block' }, saved)).toEqual({
    version: 4,
    live_version: 2,
  })
  const gated = { ...flow, gate: 'block' } as const
  expect(savedColumns({ ...gated, live_version: 2 }, saved)).toEqual({ version: 4, live_version: 2 })
  expect(savedColumns(gated, { ...saved, isSameDrawing: () => true })).toEqual({ version: 4, live_version: null })
  expect(savedColumns(gated, { ...saved, isSameDrawing: () => false })).toEqual({ version: 4, live_version: 3 })
})
