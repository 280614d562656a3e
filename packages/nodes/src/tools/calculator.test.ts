import type { Tool } from '@chatwright/core'
import { expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { testRun } from '../../test/test-run.ts'
import calculator from './calculator.ts'

const calculate = async (input: string): Promise<unknown> =>
  (await buildNode<Tool>(calculator)).call({ input }, testRun())

test.each([
  ['1 + 2 * 3', '7'],
  ['(1 + 2) * 3', '9'],
  ['2 ^ 3 ^ 2', '512'],
  ['-2 ** 2', '-4'],
  ['2 ^ -1', '0.5'],
  ['10 / 4 - 1', '1.5'],
  ['0.1 + 0.2', '0.3'],
  ['7 % 3', '1'],
  ['20% * 80', '16'],
  ['5!', '120'],
  ['sqrt(16) + abs(-3)', '7'],
  ['log(8, 2)', '3'],
  ['max(1,200)', '200'],
  ['1,000,000 × 2 ÷ 4', '500000'],
  ['2 * pi', '6.28318530718'],
  ['1.5e3', '1500'],
])('%s is %s', async (expression, result) => {
  expect(await calculate(expression)).toBe(result)
})

test.each([
  ['1 / 0', 'it divides by zero'],
  ['2 +', 'it ends too early'],
  ['(2 + 3', '")" is missing'],
  ['2 3', '"3" isn\'t expected there'],
  ['constructor', '"constructor" can\'t be read'],
  ['process.exit()', '".exit()" can\'t be read'],
  ['sqrt(-1)', "the result isn't a number"],
  ['200!', "200! can't be calculated"],
])('%s is refused: %s', async (expression, reason) => {
  await expect(calculate(expression)).rejects.toThrow(reason)
})

test.each(['1,000', '(1,000', '1 000 ', '-', '(', ' ', 'a1 '])(
  '200,000 characters of %j are refused in no time',
  async (part) => {
    const began = process.cpuUsage()
    await expect(calculate(part.repeat(200_000 / part.length))).rejects.toThrow("can't be calculated")
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(5000)
  },
)
