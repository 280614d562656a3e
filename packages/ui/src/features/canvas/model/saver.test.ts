import { setEdits } from '@chatwright/core'
import { expect, test } from 'vitest'

import { createCanvas } from './canvas-store.ts'
import { descriptions, smallFlow } from './catalogue.fixture.ts'
import { saveWord } from './save-state.ts'
import { createSaver } from './saver.ts'
import type { ChatflowGateway, SaveFailure } from './saver.ts'

class Refusal extends Error {
  readonly failure: SaveFailure
  constructor(failure: SaveFailure) {
    super(failure.message)
    this.failure = failure
  }
}

/** A server in small: it keeps one flow, counts versions, and can be away. */
function createServer() {
  const server = { version: 0, flowData: '', isAway: false, calls: [] as string[] }
  const gateway: ChatflowGateway = {
    create: ({ name, flowData }) => {
      server.calls.push('create')
      if (server.isAway) throw new Refusal({ kind: 'unreachable', message: 'away' })
      server.version = 1
      server.flowData = flowData
      return Promise.resolve({ id: 'flow-1', name, version: 1, liveVersion: 1, publish: 'save' })
    },
    update: (id, { name, flowData, version }) => {
      server.calls.push(`update ${version ?? 'forced'}`)
      if (server.isAway) throw new Refusal({ kind: 'unreachable', message: 'away' })
      if (version !== undefined && version !== server.version) {
        throw new Refusal({ kind: 'changed', message: 'changed', version: server.version })
      }
      server.version += 1
      server.flowData = flowData
      return Promise.resolve({ id, name, version: server.version, liveVersion: server.version, publish: 'save' })
    },
  }
  return { server, gateway }
}

function startSaving() {
  const canvas = createCanvas()
  canvas.setCatalogue(descriptions, [])
  canvas.open({ flow: smallFlow(), name: 'Small', saved: { flow: { nodes: [], edges: [] }, name: '' } })
  const { server, gateway } = createServer()
  const due: { act(): void; delay: number }[] = []
  const unkept: string[] = []
  const saver = createSaver({
    canvas,
    gateway,
    explain: (error) => (error instanceof Refusal ? error.failure : { kind: 'failed', message: String(error) }),
    tellUnkept: (fields) => void unkept.push(...fields.map(({ field, node }) => `${field} of ${node}`)),
    schedule: (act, delay) => {
      due.push({ act, delay })
      return () => undefined
    },
  })
  const word = () => {
    const { save, isDirty, chatflow } = canvas.store.getState()
    return saveWord({ save, isDirty, isStored: chatflow !== undefined })
  }
  return { canvas, server, saver, due, word, unkept }
}

test('the first save creates the flow, the next ones change it', async () => {
  const { canvas, server, saver, word } = startSaving()
  expect(word()).toBe('dirty')
  expect(await saver.save()).toBe(true)
  expect(word()).toBe('saved')
  canvas.run(setEdits('chatModel_0', { temperature: 0.1 }))
  await saver.save()
  expect(server.calls).toEqual(['create', 'update 1'])
  expect(canvas.store.getState().chatflow?.version).toBe(2)
})

test('[FLOW-12] what is sent holds no password and nothing selected', async () => {
  const { canvas, server, saver } = startSaving()
  canvas.run(setEdits('chatModel_0', { proxyPassword: 'hunter2' }))
  canvas.selectAll()
  await saver.save()
  expect(server.flowData).not.toContain('hunter2')
  expect(server.flowData).not.toContain('"selected":true')
})

test('[FLOW-12] what saving does not keep is gone from the canvas too, and told by name', async () => {
  const { canvas, saver, word, unkept } = startSaving()
  const password = () => canvas.store.getState().history.present.nodes[0]?.data.inputs['proxyPassword']
  canvas.run(setEdits('chatModel_0', { proxyPassword: 'hunter2' }))
  expect(password()).toBe('hunter2')
  await saver.save()
  expect(password()).toBeUndefined()
  expect(unkept).toEqual(['Proxy password of Chat Model'])
  expect(word()).toBe('saved')
  canvas.undo()
  expect(word()).toBe('dirty')
})

test('[FLOW-12] what is typed while saving stays, and the next save tells of it', async () => {
  const { canvas, saver, word, unkept } = startSaving()
  canvas.run(setEdits('chatModel_0', { proxyPassword: 'hunter2' }))
  const saving = saver.save()
  await Promise.resolve()
  canvas.run(setEdits('chatModel_0', { proxyPassword: 'hunter23' }))
  await saving
  expect(canvas.store.getState().history.present.nodes[0]?.data.inputs['proxyPassword']).toBe('hunter23')
  expect(word()).toBe('dirty')
  await saver.save()
  expect(unkept).toHaveLength(2)
})

test('an edit made while saving stays unsaved', async () => {
  const { canvas, saver, word } = startSaving()
  const saving = saver.save()
  await Promise.resolve()
  canvas.run(setEdits('chatModel_0', { temperature: 0.3 }))
  await saving
  expect(word()).toBe('dirty')
})

test('two saves at once go one after the other', async () => {
  const { server, saver } = startSaving()
  await Promise.all([saver.save(), saver.save()])
  expect(server.calls).toEqual(['create', 'update 1'])
})

test('without a server the edits are kept, and saved when it is back', async () => {
  const { server, saver, due, word } = startSaving()
  server.isAway = true
  expect(await saver.save()).toBe(false)
  expect(word()).toBe('offline')
  due.at(-1)?.act()
  await new Promise((resolve) => setTimeout(resolve))
  expect(due.map(({ delay }) => delay)).toEqual([2000, 4000])
  server.isAway = false
  due.at(-1)?.act()
  await new Promise((resolve) => setTimeout(resolve))
  expect(word()).toBe('saved')
})

test('a newer version on the server is never overwritten by accident, only on purpose', async () => {
  const { canvas, server, saver, word } = startSaving()
  await saver.save()
  server.version = 7
  canvas.run(setEdits('chatModel_0', { temperature: 0.4 }))
  expect(await saver.save()).toBe(false)
  expect(canvas.store.getState().save).toEqual({ status: 'conflict', version: 7 })
  expect(word()).toBe('conflict')
  expect(await saver.save({ isOverwrite: true })).toBe(true)
  expect(server.version).toBe(8)
  expect(word()).toBe('saved')
})
