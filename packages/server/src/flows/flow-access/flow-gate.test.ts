import { expect, test } from 'vitest'
import { askerOf } from '../../door/askers/asker-of.ts'
import type { Caller } from '../../door/askers/caller.ts'
import { checkKey } from './flow-gate.ts'

const key = (more: Partial<Extract<Caller, { kind: 'api-key' }>> = {}): Caller => ({
  kind: 'api-key',
  id: 'its-key',
  permissions: ['predict'],
  flows: null,
  ...more,
})
const open = { id: 'flow', api_key_id: null, is_owner_only: 0 as const }
const locked = { ...open, api_key_id: 'its-key' }

const codeOf = (flow: Parameters<typeof checkKey>[0], caller: Caller): string => {
  try {
    checkKey(flow, askerOf('chat', caller))
    return 'admitted'
  } catch (error) {
    return (error as { code: string }).code
  }
}

test.each<[string, Caller, whenOpen: string, whenLocked: string]>([
  ['the owner', { kind: 'owner' }, 'admitted', 'admitted'],
  ['a key that manages', key({ id: 'other', permissions: ['manage'], flows: [] }), 'admitted', 'admitted'],
  ['anybody', { kind: 'anonymous' }, 'admitted', 'unauthorized'],
  ['the key of the flow', key(), 'admitted', 'admitted'],
  ['the key of the flow, for it alone', key({ flows: ['flow'] }), 'admitted', 'admitted'],
  ['another key', key({ id: 'other' }), 'admitted', 'forbidden'],
  ['a key for other flows', key({ flows: ['other'] }), 'forbidden', 'forbidden'],
  ['a key for no flow', key({ flows: [] }), 'forbidden', 'forbidden'],
  ['a key that may not ask', key({ permissions: [] }), 'forbidden', 'forbidden'],
])('%s', (_, caller, whenOpen, whenLocked) => {
  expect([codeOf(open, caller), codeOf(locked, caller)]).toEqual([whenOpen, whenLocked])
})

test.each<[string, Caller, string]>([
  ['the owner', { kind: 'owner' }, 'admitted'],
  ['a key that manages', key({ id: 'other', permissions: ['manage'], flows: [] }), 'admitted'],
  ['anybody', { kind: 'anonymous' }, 'unauthorized'],
  ['the owner of a server without a login', { kind: 'anonymous', isOperator: true }, 'admitted'],
  ['the key of the flow', key(), 'forbidden'],
])('a flow of its owner alone, asked by %s', (_, caller, verdict) => {
  expect(codeOf({ ...open, is_owner_only: 1 }, caller)).toBe(verdict)
  expect(codeOf({ ...locked, is_owner_only: 1 }, caller)).toBe(verdict)
})

test('a wrong key is counted where a key was demanded, and only there', () => {
  let wrong = 0
  const guesser = askerOf('chat', { kind: 'anonymous' })
  const noteWrongKey = () => (wrong += 1)
  checkKey(open, guesser, noteWrongKey)
  expect(wrong).toBe(0)
  expect(() => checkKey(locked, guesser, noteWrongKey)).toThrow("API key isn't valid")
  expect(wrong).toBe(1)
  expect(() => checkKey(locked, guesser)).toThrow('This flow requires an API key')
})
