import { afterEach, expect, test, vi } from 'vitest'
import { joinTexts } from './take-turns.ts'

afterEach(() => void vi.restoreAllMocks())

test('texts of many documents are put together a few at a time', async () => {
  const documents = Array.from({ length: 300_000 }, (_, at) => ({ pageContent: `line ${at}\nof many` }))
  // However fast the machine: whenever it is asked, a turn has lasted long enough.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const text = await joinTexts(documents)
  isOver = true
  expect(turns).toBeGreaterThan(100)
  expect(text.split('\n')).toHaveLength(600_000)
  expect(text.startsWith('line 0\nof many\nline 1\n') && text.endsWith('line 299999\nof many')).toBe(true)
  expect(await joinTexts([])).toBe('')
  expect(await joinTexts([{ pageContent: '' }, { pageContent: '' }])).toBe('\n')
})
