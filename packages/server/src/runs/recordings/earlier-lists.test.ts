import { expect, test } from 'vitest'
import { createListMemory } from './earlier-lists.ts'

const MINUTE = 60_000
const list = (hash: string) => ({ hash, items: [`"${hash}"`], depth: 0 })

test('a list that was kept more than an hour ago is not gone on from, however busy its chat is', () => {
  let at = 0
  const memory = createListMemory(() => at)
  const chat = { flowId: 'flow', chatId: 'chat' }
  memory.of(chat).set('model', list('first'))
  at += 50 * MINUTE
  memory.of(chat).set('memory', list('second'))
  expect(memory.of(chat).get('model')?.hash).toBe('first')
  at += 20 * MINUTE
  const later = memory.of(chat)
  expect([later.get('model'), later.get('memory')?.hash]).toEqual([undefined, 'second'])
  later.set('model', list('third'))
  expect(later.get('model')?.hash).toBe('third')
})
