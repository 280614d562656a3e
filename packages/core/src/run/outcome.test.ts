import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventsTelling, foldEvent, outcomeOf, requireEnded, UNBEGUN, type RunOutcome } from './outcome.ts'
import { anyEvents } from './events.fixture.ts'

test('an answer is what was said, with all that came along', () => {
  expect(
    outcomeOf([
      { type: 'run-start', runId: 'r', at: 1, endingNodeId: 'chain_0', messageId: 'm' },
      { type: 'thinking', text: 'Hm', durationMs: 1200 },
      { type: 'called-tools', tools: [{ tool: 'clock', toolInput: {}, toolOutput: '' }] },
      { type: 'token', text: 'It is ' },
      { type: 'token', text: 'noon.' },
      { type: 'used-tools', tools: [{ tool: 'clock', toolInput: {}, toolOutput: '12:00' }] },
      { type: 'source-documents', documents: [{ pageContent: 'sun', metadata: {} }] },
      {
        type: 'run-end',
        runId: 'r',
        at: 9,
        status: 'done',
        durationMs: 8.4,
        usage: { inputTokens: 3, outputTokens: 4 },
      },
    ]),
  ).toEqual({
    status: 'done',
    runId: 'r',
    messageId: 'm',
    text: 'It is noon.',
    thinking: { text: 'Hm', durationMs: 1200 },
    usedTools: [{ tool: 'clock', toolInput: {}, toolOutput: '12:00' }],
    sourceDocuments: [{ pageContent: 'sun', metadata: {} }],
    usage: { inputTokens: 3, outputTokens: 4 },
    durationMs: 8,
  })
})

test('tools that run are told apart from those that have run', () => {
  const calls = (name: string) => ({
    type: 'called-tools' as const,
    tools: [{ tool: name, toolInput: {}, toolOutput: '' }],
  })
  expect(outcomeOf([calls('a'), calls('b')])).toMatchObject({ callingTools: ['b'], calledTools: ['a'] })
  expect(outcomeOf([calls('a'), { type: 'token', text: 'x' }])).toEqual({ ...UNBEGUN, text: 'x', calledTools: ['a'] })
})

test('a structured answer is told as its JSON, unless words came before it', () => {
  expect(outcomeOf([{ type: 'json', value: { a: 1 } }])).toMatchObject({ json: { a: 1 }, text: '{"a":1}' })
  expect(
    outcomeOf([
      { type: 'token', text: 'said' },
      { type: 'json', value: 1 },
    ]).text,
  ).toBe('said')
})

test('an answer is whole before its suggestions come', () => {
  const answered = outcomeOf([
    { type: 'token', text: 'x' },
    { type: 'answered', at: 5, durationMs: 4 },
  ])
  expect(requireEnded(answered)).toEqual({ status: 'done', text: 'x', durationMs: 4 })
  expect(() => requireEnded(outcomeOf([{ type: 'token', text: 'x' }]))).toThrow('has not ended')
})

test('however a run is heard, in one go, event by event, or from where a reader left, it comes to the same', () => {
  fc.assert(
    fc.property(anyEvents, fc.nat(), (events, cut) => {
      const at = cut % (events.length + 1)
      const whole = outcomeOf(events)
      expect(events.reduce(foldEvent, UNBEGUN)).toEqual(whole)
      expect(outcomeOf(events.slice(at), outcomeOf(events.slice(0, at)))).toEqual(whole)
    }),
  )
})

test('the fewest events that tell what was said come to the same', () => {
  const said = ({ text, thinking, sourceDocuments, usedTools, artifacts }: RunOutcome) => ({
    text,
    thinking,
    sourceDocuments,
    usedTools,
    artifacts,
  })
  fc.assert(
    fc.property(anyEvents, (events) => {
      const outcome = outcomeOf(events)
      expect(said(outcomeOf(eventsTelling(outcome)))).toEqual(said(outcome))
    }),
  )
})
