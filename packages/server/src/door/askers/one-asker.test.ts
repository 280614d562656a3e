import { RIGHTS, WAYS, type Asker, type Right, type Way } from '@chatwright/core'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { askerOf, guestOf, ownAsker } from './asker-of.ts'
import type { Caller } from './caller.ts'
import { isOwnerHere, keyOf, may, namesAny, reaches } from './may.ts'

const source = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }))
const filesWith = (sign: RegExp): string[] => files.filter(({ text }) => sign.test(text)).map(({ name }) => name)

/** What tells who asks, and the files that may read it: those that make an asker of it. */
const SIGNS: [sign: RegExp, readers: readonly string[]][] = [
  [/\bCaller\b/, ['door/api-keys', 'door/askers', 'door/http/access.ts']],
  [/\b(?:canManage|isOperator|mayDo|rightsOf|CallerRights)\b/, ['door/askers', 'door/http/access.ts']],
  [/\baudience\b/i, []],
  [/\brights\.includes\(/, ['door/askers/may.ts']],
  [
    /'server\.admin'/,
    [
      'asking/predictions/multipart.ts',
      'asking/upserts/upsert-routes.ts',
      'door/askers/asker-of.ts',
      'door/http/access.ts',
      'flows/flow-access/flow-gate.ts',
    ],
  ],
  [/headers\.authorization\b/, ['asking/mcp/flow-door.ts', 'door/http/access.ts']],
  [/\borigin\??: (?:'internal' \| 'external'|Session\['origin'\])/, ['ground/db/run-tables.ts']],
]

test.each(SIGNS)('%s is read where askers are made', (sign, readers) => {
  expect(filesWith(sign).filter((name) => !readers.some((reader) => name.startsWith(reader)))).toEqual([])
})

test('no handler makes an asker of its own', () => {
  const makers = filesWith(/\b(?:actor: \{|rights: \[)/)
  // Rows of before name nobody; and the session of a load is named as a stranger would name it, whoever starts it.
  const others = ['runs/runs/job.ts', 'asking/upserts/upsert-service.ts']
  expect(makers.filter((name) => name !== 'door/askers/asker-of.ts').toSorted()).toEqual(others.toSorted())
})

const key = (...permissions: Extract<Caller, { kind: 'api-key' }>['permissions']): Caller => ({
  kind: 'api-key',
  id: 'k',
  permissions,
  flows: ['mine'],
})
const without = (...rights: Right[]): Right[] => RIGHTS.filter((right) => !rights.includes(right))
const AT_THE_MACHINE: Caller = { kind: 'anonymous', isOperator: true }

test.each<[string, Way, Caller, readonly Right[]]>([
  ['the owner may do everything', 'screen', { kind: 'owner' }, RIGHTS],
  ['the owner decides for themselves in the chat', 'chat', { kind: 'owner' }, RIGHTS],
  ['what others say decides nothing for the owner', 'openai', { kind: 'owner' }, without('run.decide')],
  ['a key that manages is the owner', 'mcp', key('manage'), without('run.decide')],
  ['who sits at the machine manages on the screen', 'screen', AT_THE_MACHINE, RIGHTS],
  ['and shows nothing for it elsewhere', 'chat', AT_THE_MACHINE, without('server.admin')],
  ['a key that asks', 'chat', key('predict'), ['flow.run']],
  ['a key that builds does so over MCP', 'mcp', key('flow.edit'), ['flow.edit', 'flow.read']],
  ['and nowhere else', 'chat', key('flow.edit', 'flow.read'), []],
  ['a key that reads runs', 'screen', key('run.read'), ['run.read']],
  ['a visitor', 'chat', { kind: 'anonymous' }, []],
])('%s', (_, way, caller, rights) => {
  expect(askerOf(way, caller).rights).toEqual(rights)
})

test('an asker has its key on every way, and flows of its own only where it does not manage', () => {
  for (const way of WAYS) expect(keyOf(askerOf(way, key('predict'))), way).toBe('k')
  const asking = askerOf('chat', key('predict'))
  expect([may(asking, 'flow.run', 'mine'), may(asking, 'flow.run', 'other'), reaches(asking, 'other')]).toEqual([
    true,
    false,
    false,
  ])
  expect(reaches(askerOf('screen', key('manage')), 'other')).toBe(true)
})

test('a network is told of strangers alone', () => {
  const at = (caller: Caller): Asker => askerOf('chat', caller, '192.0.2.0/24')
  expect(at({ kind: 'anonymous' }).network).toBe('192.0.2.0/24')
  for (const known of [AT_THE_MACHINE, key('predict'), { kind: 'owner' } as const]) {
    expect(at(known).network).toBeUndefined()
  }
})

test('what starts by itself does so for the owner, and a guest has nothing but the way in', () => {
  for (const way of ['schedule', 'webhook'] as const) {
    const asker = ownAsker(way)
    expect([isOwnerHere(asker), namesAny(asker), may(asker, 'run.decide')], way).toEqual([true, true, false])
  }
  for (const way of ['channel', 'mcp'] as const) expect(guestOf(way, { id: '7' }).rights, way).toEqual([])
})
