import { expect, test } from 'vitest'
import { areas } from './mutants/areas.ts'
import { makePlan } from './mutants/plan.ts'
import { survivors as listed } from './mutants/survivors.ts'
import { tryMutants } from './mutants/try-area.ts'

const isWhole = process.env['CHATWRIGHT_MUTANTS'] === 'all'
const seed = process.env['CHATWRIGHT_MUTANTS_SEED'] ?? 'chatwright'
/** All mutants of the files with this in their path, and which test noticed each. */
const part = process.env['CHATWRIGHT_MUTANTS_FILE']

const plans = areas.map((area) => {
  const plan = makePlan({ area: area.name, isWhole: isWhole || part !== undefined, seed, file: part })
  return { ...area, plan }
})
const chosen = plans.filter(({ plan }) => plan.mutants.length > 0)

test.each(chosen)('the tests notice what is broken on purpose in $name', async ({ name, demanded, plan }) => {
  const tried = await tryMutants(plan)
  const survivors = tried.filter(({ killedBy }) => killedBy === undefined)
  const share = 1 - survivors.length / tried.length
  console.log(
    `${name}: ${tried.length - survivors.length} of ${tried.length} noticed, ${(share * 100).toFixed(1)} % (there are ${plan.found})`,
  )
  for (const { file, line, key, killedBy, isReached } of tried) {
    const reason = listed[key]
    const verdict = killedBy ?? reason ?? (isReached ? 'NOT NOTICED' : 'NOT REACHED')
    const isKept = reason !== undefined && killedBy !== undefined
    const after = isKept ? `. NOTICED BY NOW: take it out of the list of survivors (“${reason}”)` : ''
    if (part !== undefined || isKept || killedBy === undefined)
      console.log(`${file}:${line} ${key.slice(file.length + 2)}: ${verdict}${after}`)
  }
  expect(survivors.map(({ key }) => key).filter((key) => !(key in listed))).toEqual([])
  expect(share).toBeGreaterThanOrEqual(demanded)
})

test('every survivor in the list can still be made', () => {
  const all = areas.flatMap(({ name }) => makePlan({ area: name, isWhole: true, seed }).mutants)
  const keys = new Set(all.map(({ key }) => key))
  expect(Object.keys(listed).filter((key) => !keys.has(key))).toEqual([])
})
