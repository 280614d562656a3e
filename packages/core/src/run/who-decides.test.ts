import { describe, expect, test } from 'vitest'
import { DECIDERS, WAIT_KINDS, type Decision, type WaitQuestion } from '../values/step-data.ts'
import { argumentFault, checkDecision } from './check-decision.ts'
import { WAYS, type Asker, type Way } from './asker.ts'
import { decisionRefusal, questionFor, saidInChat } from './who-decides.ts'

const buttons = [{ type: 'proceed', label: 'Send' }]
const calls = [{ id: 'c1', tool: 'pay', input: { amount: 5 }, parameters: { type: 'object' as const } }]
const ask = (kind: WaitQuestion['kind'], decider?: WaitQuestion['decider']): WaitQuestion => ({
  kind,
  text: 'Pay 5?',
  buttons,
  calls,
  input: { secret: 1 },
  ...(decider && { decider }),
})
const by = (way: Way, ...rights: Asker['rights']): Asker => ({ actor: { kind: 'person' }, way, rights })

const pressed: Decision = { type: 'proceed', feedback: 'yes', form: { a: 1 }, calls: { c1: { type: 'reject' } } }
const beyond: Record<string, Decision> = {
  'other arguments': { type: 'proceed', calls: { c1: { type: 'proceed', input: { amount: 9 } } } },
  'a result': { type: 'proceed', result: 'done' },
  'an empty result': { type: 'proceed', result: null },
}
const isOutside = (way: Way): boolean => way === 'screen' || way === 'review-link'

describe.each(WAIT_KINDS)('A wait of the kind %s', (kind) => {
  test.each(WAYS)('by the way %s', (way) => {
    for (const decider of [undefined, ...DECIDERS]) {
      const question = ask(kind, decider)
      const expected = (isReviewer: boolean): string | undefined => {
        if (kind === 'unknown' || kind === 'limit' || kind === 'time')
          return isReviewer && isOutside(way) ? undefined : 'outside-chat'
        return isReviewer || decider !== 'reviewers' ? undefined : 'reviewers'
      }
      for (const isReviewer of [true, false]) {
        const asker = by(way, ...(isReviewer ? (['run.decide'] as const) : []))
        const refusal = expected(isReviewer)
        expect(decisionRefusal(asker, question, pressed)).toBe(refusal)
        for (const decision of Object.values(beyond)) {
          expect(decisionRefusal(asker, question, decision)).toBe(refusal ?? (isReviewer ? undefined : 'buttons'))
        }
        const shown = questionFor(asker, question)
        expect(shown.buttons.length > 0).toBe(refusal === undefined)
        if (!isReviewer) {
          expect(shown).not.toHaveProperty('input')
          // Who may not decide reads nothing of it; who may only press changes nothing.
          if (refusal === undefined) expect(shown.isButtonsOnly).toBe(true)
          else expect(shown).toEqual({ kind, text: saidInChat(question), buttons: [] })
        }
        expect(JSON.stringify(shown)).not.toContain('parameters')
      }
    }
  })
})

test('what has no buttons is decided by nobody', () => {
  for (const way of WAYS) {
    expect(decisionRefusal(by(way, 'run.decide'), { ...ask('time'), buttons: [] }, pressed)).toBe('nobody')
  }
})

test('a question for reviewers is not read out in the chat', () => {
  expect(saidInChat(ask('approval'))).toBe('Pay 5?')
  expect(saidInChat(ask('approval', 'reviewers'))).toBe('A reviewer has to decide first. The answer will appear here.')
  expect(saidInChat(ask('unknown'))).toBe(saidInChat(ask('approval', 'reviewers')))
})

test('changed arguments pass the schema of their tool', () => {
  const parameters = {
    type: 'object' as const,
    properties: { amount: { type: 'number' as const, maximum: 100 } },
    required: ['amount'],
  }
  const question = { ...ask('approval'), calls: [{ ...calls[0]!, parameters }] }
  const changed = (input: Record<string, unknown>) =>
    checkDecision(question, { type: 'proceed', calls: { c1: { type: 'proceed', input } } })
  expect(changed({ amount: 9 })).toEqual([])
  expect(changed({ amount: '9' })).toEqual([
    { path: 'calls.c1.input', message: '"pay" doesn\'t accept these arguments: amount is not of type number.' },
  ])
  expect(changed({ amount: 999 })).toMatchObject([{ path: 'calls.c1.input' }])
  expect(argumentFault({}, parameters)).toBe('amount is missing')
  expect(argumentFault({}, undefined)).toBeUndefined()
})
