import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { areas } from './areas.ts'
import { findMutants } from './find-mutants.ts'
import { instrument } from './instrument.ts'
import { makePlan, root } from './plan.ts'
import { parse } from './syntax.ts'

const broken = (source: string): string[] =>
  findMutants(source).map(({ start, end, after }) => `${source.slice(0, start)}${after}${source.slice(end)}`)

test.each([
  ['if (a < b) c = d', ['if (!(a < b)) c = d', 'if (a <= b) c = d']],
  ['x = a && !b', ['x = a || !b', 'x = a && (b)']],
  ['x = a && ((b) => b)', ['x = a || ((b) => b)', 'x = a && ((b) => undefined)']],
  ['x = a === b', ['x = a !== b']],
  ['x = a ?? b', ['x = (a)']],
  ['const f = () => a.b', ['const f = () => undefined']],
  ["x = 'admin'", ["x = ''"]],
  ["x = 'No key opens this.'", []],
  ['x = 7', ['x = 8']],
  ['x = 60_000', ['x = 60000000']],
  ['x = true', ['x = false']],
  ['x = /^a$/', ['x = /(?:)/']],
  ['x = [a]', ['x = []']],
  ['x = list.some(f)', ['x = list.every(f)']],
  ['x = a?.list.some(f)', []],
  ['await forget(key)', ['']],
  ['logger.warn(error)', []],
  ['throw refusal()', ['']],
  ["import a from 'b'; type C = 'd'; let e: { f: 1 }; e = { g } as { g: 2 }", []],
])('%s can be broken in each way that matters', (source, expected) => {
  expect(broken(source)).toEqual(expected)
})

test('a source with all its mutants runs as before until one wakes', () => {
  const source = `
    const limit = 3
    function refuse() { throw 'refused' }
    const admit = (n, isOwner) => {
      if (!isOwner) if (n > limit) refuse(); else ;
      let asked = limit
      asked += n
      if (asked === 0) return []
      return isOwner ? ['all', n] : ['some']
    }
    const answers = [admit(4, true), admit(3, false)]`
  const mutants = findMutants(source).map((mutant, id) => ({ ...mutant, id }))
  const code = instrument(source, mutants)
  const result = (awake: number): string => {
    try {
      // oxlint-disable-next-line typescript/no-implied-eval -- the code under test is what this test wrote
      const body = new Function('__mutant', `${code}\nreturn answers`) as (isAwake: (id: number) => boolean) => unknown
      return JSON.stringify(body((id) => id === awake))
    } catch (error) {
      return String(error)
    }
  }
  const unbroken = '[["all",4],["some"]]'
  expect(result(-1)).toBe(unbroken)
  const unseen = mutants.filter(({ id }) => result(id) === unbroken).map(({ kind, before }) => `${kind}: ${before}`)
  // Nobody here comes past the limit, and whoever asks for nothing is the owner.
  expect(unseen).toEqual([
    'constant: 3',
    "throw left out: throw 'refused'",
    "constant: 'refused'",
    'call left out: refuse();',
    'constant: 0',
    'return emptied: []',
  ])
})

test.each(areas)('a sample of $name is the same for the same seed, and its files are all there', (area) => {
  const plan = makePlan({ area: area.name, isWhole: false, seed: 'a' })
  expect(plan.mutants).toHaveLength(area.sample)
  expect(makePlan({ area: area.name, isWhole: false, seed: 'a' })).toEqual(plan)
  expect(makePlan({ area: area.name, isWhole: false, seed: 'b' }).mutants).not.toEqual(plan.mutants)
  const whole = makePlan({ area: area.name, isWhole: true, seed: '' }).mutants
  const unused = area.sources.filter((pattern) => !whole.some(({ file }) => pattern.test(file)))
  expect(unused).toEqual([])
})

test.each(areas)('every source of $name is still a program with all its mutants in it', ({ name }) => {
  const { mutants } = makePlan({ area: name, isWhole: true, seed: '' })
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const own = mutants.filter((mutant) => mutant.file === file)
    const code = instrument(readFileSync(`${root}${file}`, 'utf8'), own)
    expect(() => parse(code), file).not.toThrow()
  }
})
