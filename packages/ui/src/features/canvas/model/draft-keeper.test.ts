import { setEdits } from '@chatwright/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createCanvas } from './canvas-store.ts'
import { smallFlow } from './catalogue.fixture.ts'
import { keepDrafts } from './draft-keeper.ts'
import type { Draft } from './draft.ts'
import type { DraftStorage } from './draft-storage.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function memoryStorage() {
  const drafts = new Map<string, Draft>()
  const atOnce = new Map<string, Draft>()
  const storage: DraftStorage = {
    putNow: (key, draft) => void atOnce.set(key, draft),
    get: (key) => Promise.resolve(drafts.get(key)),
    put: (key, draft) => Promise.resolve(void drafts.set(key, draft)),
    delete: (key) => Promise.resolve(void drafts.delete(key)),
    keys: () => Promise.resolve([...drafts.keys()]),
  }
  return { drafts, atOnce, storage }
}

function startKeeping() {
  const canvas = createCanvas()
  canvas.open({
    flow: smallFlow(),
    name: 'Small',
    chatflow: { id: 'flow-1', name: 'Small', version: 3, liveVersion: 3, publish: 'save' },
  })
  const { drafts, atOnce, storage } = memoryStorage()
  const keeper = keepDrafts({ canvas, storage, key: () => 'flow:flow-1', now: () => 1000 })
  return { canvas, drafts, atOnce, keeper }
}

test('every edit is kept a moment later, with the version it was made on', async () => {
  const { canvas, drafts } = startKeeping()
  canvas.run(setEdits('chatModel_0', { temperature: 0.1 }))
  expect(drafts.size).toBe(0)
  await vi.advanceTimersByTimeAsync(300)
  expect(drafts.get('flow:flow-1')).toMatchObject({ name: 'Small', baseVersion: 3, keptAt: 1000 })
  expect(drafts.get('flow:flow-1')?.flow.nodes[0]?.data.inputs['temperature']).toBe(0.1)
})

test('an edit made while older drafts were still being looked for is kept; a flow that was only opened is not', async () => {
  const canvas = createCanvas()
  canvas.open({ flow: smallFlow(), name: 'Small', saved: { flow: { nodes: [], edges: [] }, name: '' } })
  const opened = { flow: canvas.store.getState().history.present, name: 'Small' }
  const untouched = memoryStorage()
  keepDrafts({ canvas, storage: untouched.storage, key: () => 'new', opened }).stop()
  canvas.run(setEdits('chatModel_0', { temperature: 0.1 }))
  const edited = memoryStorage()
  keepDrafts({ canvas, storage: edited.storage, key: () => 'new', opened })
  await vi.advanceTimersByTimeAsync(300)
  expect(untouched.drafts.size).toBe(0)
  expect(edited.drafts.get('new')?.flow.nodes[0]?.data.inputs['temperature']).toBe(0.1)
})

test('a new name given while older drafts were still being looked for is kept', async () => {
  const canvas = createCanvas()
  canvas.open({ flow: smallFlow(), name: 'Small' })
  const opened = { flow: canvas.store.getState().history.present, name: 'Small' }
  canvas.rename('Large')
  const { drafts, storage } = memoryStorage()
  keepDrafts({ canvas, storage, key: () => 'new', opened })
  await vi.advanceTimersByTimeAsync(300)
  expect(drafts.get('new')?.name).toBe('Large')
})

test('an edit is kept before anything else happens: the page may be closed in the next millisecond', () => {
  const { canvas, atOnce, keeper } = startKeeping()
  canvas.run(setEdits('chatModel_0', { temperature: 0.1 }))
  const kept = () => atOnce.get('flow:flow-1')?.flow.nodes[0]?.data.inputs['temperature']
  expect(kept()).toBe(0.1)
  canvas.run(setEdits('chatModel_0', { temperature: 0.2 }))
  void keeper.flush()
  expect(kept()).toBe(0.2)
})

test('a page that goes away writes what is waiting at once', async () => {
  const { canvas, drafts, keeper } = startKeeping()
  canvas.removeNode('chain_0')
  await keeper.flush()
  expect(drafts.get('flow:flow-1')?.flow.nodes).toHaveLength(2)
})

test('saving or undoing everything leaves no draft behind', async () => {
  const { canvas, drafts } = startKeeping()
  canvas.removeNode('chain_0')
  await vi.advanceTimersByTimeAsync(300)
  expect(drafts.size).toBe(1)
  canvas.undo()
  await vi.advanceTimersByTimeAsync(300)
  expect(drafts.size).toBe(0)
})

test('a typed password is not kept', async () => {
  const { canvas, drafts, atOnce, keeper } = startKeeping()
  canvas.run(setEdits('chatModel_0', { proxyPassword: 'hunter2' }))
  await keeper.flush()
  expect(JSON.stringify([...drafts.values(), ...atOnce.values()])).not.toContain('hunter2')
})
