import { expect, test } from 'vitest'
import { jobInRow, readJob } from './job.ts'
import { readQuestion } from './kinds/index.ts'

const session = { flowId: 'f', chatId: 'c', sessionId: 'c', origin: 'internal' as const }
const ranBy = { runId: 'r', flowId: 'f', flowName: 'Flow', flowVersion: 1, session }
const asked = {
  ...ranBy,
  fileAttachment: '',
  attachments: [],
  history: [],
  overrides: { nodes: {}, variables: {} },
  memoryType: null,
  questionMessageId: 'q',
  answerMessageId: 'a',
  leadEmail: null,
  fileUploads: [],
  isResumable: false,
}
const now = { ...asked, message: 'Sum it up', question: 'The text.\n\nSum it up' }
const row = (job: object) => JSON.stringify(job)

test('a question of an earlier release is read under the names of today', () => {
  const before = { ...asked, question: 'Sum it up', prompt: 'The text.\n\nSum it up' }
  const toldBefore = [{ type: 'token', text: 'It says' }]
  expect(readJob(row(before))).toEqual({ kind: 'question', ...now })
  expect(readQuestion(row({ kind: 'continue', ...before, toldBefore }))).toEqual({
    kind: 'continue',
    ...now,
    toldBefore,
  })
})

test('who asked is read of the rows of earlier releases, too', () => {
  const of = (more: object) => readQuestion(row({ kind: 'question', ...now, ...more })).asker
  const key = { kind: 'api-key', id: 'k' }
  expect(of({})).toBeUndefined()
  expect(of({ keyId: 'k' })).toEqual({ actor: key, way: 'canvas' })
  expect(of({ network: 'mark', session: { ...session, origin: 'external' } })).toEqual({
    actor: { kind: 'visitor' },
    way: 'chat',
    network: 'mark',
  })
  expect(of({ isUnattended: true })).toEqual({ actor: { kind: 'schedule' }, way: 'schedule' })
  const delivery = { isUnattended: true, keyId: 'k', webhook: { body: 1, headers: {}, query: {} } }
  expect(of(delivery)).toEqual({ actor: { kind: 'webhook' }, way: 'webhook', onBehalfOf: key })
})

test('a job is read as it was written, with what a later release has added', () => {
  const jobs = [
    { kind: 'question', ...now, replaces: { seq: 1, createdDate: '', messageId: 'm' } },
    { kind: 'flow', ...now, question: now.message, execution: 'r', again: { path: 'a@1', after: 'r', waits: [] } },
    { kind: 'load', ...ranBy, overrides: asked.overrides, isBackground: true, ofLater: 1 },
    { kind: 'knowledge', ...ranBy, sources: ['s'], isIndexing: true },
  ]
  for (const job of jobs) expect(readJob(row(jobInRow(job)))).toEqual(job)
})

test('what is no job, or of no kind that is known, is refused', () => {
  expect(() => readJob(row({ kind: 'question', ...ranBy }))).toThrow('message')
  expect(() => readJob(row({ ...now, kind: 'bake' }))).toThrow('kind')
})

test('a load is no question', () => {
  const load = row({ kind: 'load', ...ranBy, overrides: asked.overrides, isBackground: true })
  expect(() => readQuestion(load)).toThrow('answers no question')
})
