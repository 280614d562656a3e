import { expect, test } from 'vitest'
import type { CallEvent, ModelRequest } from '@chatwright/core'
import type { GatedCall } from '@chatwright/engine'
import { readEventRows, type EventRow } from '../runs/event-rows.ts'
import { createRunJournal } from '../runs/run-journal.ts'
import { createRunLog } from '../runs/run-log.ts'
import { createRecording } from './recording.ts'
import { textsFor } from './value-texts.ts'

const recordRun = () => {
  const log = createRunLog()
  const rows: EventRow[] = []
  const keep = (row: EventRow | undefined): void => void (row && rows.push(row))
  const record = createRecording({
    isOn: () => true,
    hide: (it) => it,
    onFault(error) {
      throw error
    },
  })
  const gate = record({ flowId: 'flow', session: { chatId: 'chat' } }, log)
  if (!gate) throw new Error('Nothing is recorded')
  const journal = createRunJournal({
    append: async (held) => held.forEach(keep),
    checkpoint: async (_, row) => {
      keep(row)
      return true
    },
    onFault(error) {
      throw error
    },
  })
  const run = { emit: log.append.bind(log), signal: new AbortController().signal }
  const callOf = (call: Pick<GatedCall, 'kind' | 'method' | 'effect' | 'input'>) => ({ ...call, run }) as GatedCall
  return { log, gate, rows, callOf, journalled: journal.open({ runId: 'run', fence: 1, log }) }
}

test('what a call came to waits until events are kept, and is kept with them', async () => {
  const { log, gate, rows, callOf, journalled } = recordRun()
  const passage = 'A long passage about the sea. '.repeat(60)
  const search = callOf({ kind: 'search', method: 'retrieve', effect: 'reads', input: { query: 'sea' } })
  await gate.once(search, async () => [{ pageContent: passage }])
  expect(log.events).toEqual([])
  await journalled.keep()
  const [row] = rows
  const [event] = readEventRows(rows) as CallEvent[]
  expect(event).toMatchObject({ type: 'call', kind: 'search', request: '={"query":"sea"}' })
  expect(row?.values?.map(({ hash }) => hash)).toEqual(textsFor(event?.response ?? ''))
  expect(row?.values).toHaveLength(1)
  await journalled.keep()
  expect(rows).toHaveLength(1)
})

test('calls are kept in the order in which they ended, as they were asked and answered then', async () => {
  const { gate, rows, callOf, journalled } = recordRun()
  const history = [{ role: 'user', content: 'Before' }]
  await gate.once(callOf({ kind: 'memory', method: 'load', effect: 'reads', input: {} }), async () => history)
  const request: ModelRequest = { messages: [{ role: 'user', content: 'Say "hi"' }] }
  const { ended } = gate.stream(
    callOf({ kind: 'model', method: 'stream', effect: 'asks', input: request }),
    () => [] as never,
  )
  history.push({ role: 'user', content: 'Later' })
  request.messages.push({ role: 'assistant', content: 'Later' })
  ended?.([
    { type: 'text', text: 'Hi ' },
    { type: 'finish', reason: 'stop' },
  ])
  const search = (): GatedCall => callOf({ kind: 'search', method: 'retrieve', effect: 'reads', input: {} })
  await gate.once(search(), async () => 'Found')
  const failed = gate.once(search(), () => Promise.reject(new Error('Gone')))
  await expect(failed).rejects.toThrow('Gone')
  await gate.once(search(), async () => 'Found again')
  await journalled.keep()
  expect(readEventRows(rows)).toMatchObject([
    { kind: 'memory', response: '=l{}\nnull\n{"content":"Before","role":"user"}' },
    {
      kind: 'model',
      request: '=l{}\n{}\n{"content":"Say \\"hi\\"","role":"user"}',
      response: '={"said":[{"cuts":"3","text":"Hi ","type":"text"},{"reason":"stop","type":"finish"}]}',
    },
    { kind: 'search', response: '={"result":"Found"}' },
    { kind: 'search', hasFailed: true },
    { kind: 'search', response: '={"result":"Found again"}' },
  ])
})
