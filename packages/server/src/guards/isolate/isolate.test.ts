import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { builtModule } from './built-module.ts'
import { forkChild } from './fork-child.ts'
import { createIsolate } from './isolate.ts'
import { patient } from '../../../testing/patient.ts'

const isolate = createIsolate()
afterAll(() => isolate.close())

const task = new URL('./fixtures/task.ts', import.meta.url)
const run = (input: object, limits: object = {}) => isolate.run(task, input, { timeoutMs: 20_000, ...limits })

test('bytes go in and a value comes out', async () => {
  expect(await run({ do: 'length', bytes: new Uint8Array(3) })).toEqual({ length: 3, isBytes: true })
})

test('a list of wide items comes whole, a few of them at a time', async () => {
  const entry = builtModule(new URL('./isolate-child.ts', import.meta.url))
  const module = builtModule(task)
  const child = forkChild({ entry, modules: [module], memoryMb: 64, serialization: 'advanced' })
  const told: Array<{ part?: unknown[] }> = []
  child.on('message', (message: { part?: unknown[] }) => told.push(message))
  child.send({ module: module.href, input: { do: 'wide list' } })
  await once(child, 'exit')
  expect(told.map(({ part }) => part?.length)).toEqual([...Array<number>(4).fill(2), undefined])
  expect(await run({ do: 'wide list' })).toEqual(told.flatMap(({ part }) => part ?? []))
})

test('the child sees nothing of the server’s environment', async () => {
  expect(await run({ do: 'environment' })).toEqual([])
})

test('a child stands back behind the server', async () => {
  expect(await run({ do: 'priority' })).toBeGreaterThan(getPriority())
})

test('the child cannot write or start programs', async () => {
  const path = join(tmpdir(), `chatwright-escape-${process.pid}`)
  await expect(run({ do: 'write', path })).rejects.toMatchObject({ message: expect.stringContaining('restricted') })
  expect(existsSync(path)).toBe(false)
  await expect(run({ do: 'execute' })).rejects.toMatchObject({ message: expect.stringContaining('restricted') })
})

test('a loop is ended at its time', async () => {
  const startedAt = performance.now()
  await expect(run({ do: 'loop' }, { timeoutMs: 1500 })).rejects.toMatchObject({ code: 'timeout' })
  expect(performance.now() - startedAt).toBeLessThan(patient(2000))
})

test.each(['heap', 'buffers'])(
  'a %s that grows without end is refused, and the server lives',
  async (what) => {
    // Its memory must end it, not the clock: a child stands back behind whatever else the machine does.
    await expect(run({ do: what }, { memoryMb: 64, timeoutMs: 120_000 })).rejects.toMatchObject({ code: 'refused' })
  },
  150_000,
)

test('a child that leaves is an error, not a silence', async () => {
  await expect(run({ do: 'exit' })).rejects.toMatchObject({ name: 'NodeError' })
})

test('what the module says reaches the person', async () => {
  await expect(run({ do: 'speak' })).rejects.toMatchObject({
    name: 'NodeError',
    message: 'The file is locked.',
    code: 'bad-input',
    hint: 'Remove its password.',
  })
})

test('a caller who leaves ends the work', async () => {
  const leaving = new AbortController()
  const running = run({ do: 'loop' }, { signal: leaving.signal })
  leaving.abort(new Error('gone'))
  await expect(running).rejects.toThrow('gone')
})
