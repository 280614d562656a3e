import { expect, test } from 'vitest'
import type { Database } from '../../ground/db/database.ts'
import { askerOf } from '../../door/askers/asker-of.ts'
import { createNamedSessions } from './named-sessions.ts'

const owner = askerOf('chat', { kind: 'owner' })

test('a name that is known is not stored at each question, and no more names are remembered than there is room for', async () => {
  let writes = 0
  const database = { transactDurably: async () => void (writes += 1) } as unknown as Database
  const sessions = createNamedSessions(database)
  const ask = (name: string, id = 'flow') => sessions.of({ id, memory: undefined }, { chatId: name }, owner)
  for (let at = 0; at < 10_000; at += 1) await ask(`customer ${at}`)
  await ask('customer 0')
  await ask('customer 9999')
  expect(writes).toBe(10_000)
  await ask('customer 0', 'another flow')
  expect(writes).toBe(10_001)
  // There was no room for that one: the others are stored again.
  await ask('customer 0')
  await ask('customer 0', 'another flow')
  expect(writes).toBe(10_002)
})
