import { expect, test } from 'vitest'
import { createPromptLines } from './prompt-lines.ts'

const graphOf = (systemMessage: string): string => {
  const data = { id: 'agent_0', name: 'agent', label: 'Agent', inputs: { systemMessage } }
  return JSON.stringify({ nodes: [{ id: 'agent_0', position: { x: 0, y: 0 }, data }], edges: [] })
}
const flowOf = (id: string, prompt: string, { version = 1, state = 'saved' } = {}) =>
  [id, { id, version, state, flow_data: prompt === '' ? '' : graphOf(prompt) }] as const

test('a graph is read once each time it was saved, a few at once, however often its flow is listed', async () => {
  const flows = new Map(Array.from({ length: 25 }, (_, at) => flowOf(`f${at}`, at === 0 ? '' : `Prompt ${at}`)))
  const read: string[][] = []
  const graphs = async (ids: readonly string[]) => {
    read.push([...ids])
    return ids.flatMap((id) => flows.get(id) ?? [])
  }
  const linesOf = createPromptLines({ graphs }, () => undefined)
  const list = () => linesOf([...flows.values()])

  const lines = await list()
  expect([lines.size, lines.get('f0'), lines.get('f7')]).toEqual([24, undefined, 'Prompt 7'])
  expect(read.map(({ length }) => length)).toEqual([10, 10, 5])
  expect(await list()).toEqual(lines)
  expect(read).toHaveLength(3)

  // Saved, and brought in from a file under the version it has here.
  flows.set(...flowOf('f7', 'Saved', { version: 2 }))
  flows.set(...flowOf('f8', 'Brought in', { state: 'loaded' }))
  const later = await list()
  expect([later.get('f7'), later.get('f8'), later.get('f9')]).toEqual(['Saved', 'Brought in', 'Prompt 9'])
  expect(read.slice(3)).toEqual([['f7', 'f8']])
})

test('a flow that was saved after it was listed is known by what was read of it', async () => {
  const [, listed] = flowOf('f', 'Before')
  const [, saved] = flowOf('f', 'After', { version: 2 })
  let reads = 0
  const graphs = async () => {
    reads += 1
    return [saved]
  }
  const linesOf = createPromptLines({ graphs }, () => undefined)
  expect((await linesOf([listed])).get('f')).toBe('After')
  expect((await linesOf([saved])).get('f')).toBe('After')
  expect(reads).toBe(1)
  // Brought back as it was before.
  await linesOf([listed])
  expect(reads).toBe(2)
})
