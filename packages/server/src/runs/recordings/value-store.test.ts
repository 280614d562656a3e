import { expect, test } from 'vitest'
import { writtenTable } from '../../ground/db/prepared-statements.ts'
import { createValueInsert } from './value-store.ts'

const values = [1, 2].map((index) => ({
  flowId: 'flow',
  chatId: 'chat',
  hash: `hash-${index}`,
  text: 'x'.repeat(index),
}))

test('on SQLite each value is a statement whose table the database knows', () => {
  const steps = createValueInsert({ kind: 'sqlite' }, () => 86_400_000)(values)
  expect(steps.map((step) => step.values)).toEqual([
    ['flow', 'chat', 'hash-1', 1, 1, 'x'],
    ['flow', 'chat', 'hash-2', 1, 2, 'xx'],
  ])
  expect(steps.map(({ sql }) => writtenTable(sql))).toEqual(['recorded_value', 'recorded_value'])
})

test('nothing is written where nothing is kept', () => {
  for (const kind of ['sqlite', 'postgres'] as const) {
    expect(createValueInsert({ kind })(undefined)).toEqual([])
    expect(createValueInsert({ kind })([])).toEqual([])
  }
})
