import { expect, test } from 'vitest'
import { areas } from './mutants/areas.ts'
import { makePlan } from './mutants/plan.ts'
import { survivors as listed } from './mutants/survivors.ts'
import { tryMutants } from './mutants/try-area.ts'

const isWhole = process.env['CHATWRIGHT_MUTANTS'] === 'all'
const seed = process.env['CHATWRIGHT_MUTANTS_SEED'] ?? 'chatwright'
/** All mutants of the files with this in their path, and which test noticed each. */
const part = process.env['CHATWRIGHT_MUTANTS_FILE']

test.each(areas)('the tests notice what is broken on purpose in $name', async (area) => {
  const plan = makePlan({ area: area.name, isWhole: isWhole || part !== undefined, seed, file: part })
  const tried = await tryMutants(plan)
  const noticed = tried.filter(({ killedBy }) => killedBy !== undefined)
  console.log(`${area.name}: ${noticed.length} of ${tried.length} noticed (there are ${plan.found})`)
  for (const { file, line, key, killedBy, isReached } of tried) {
    const verdict = killedBy ?? listed[key] ?? (isReached ? 'NOT NOTICED' : 'NOT REACHED')
    if (part !== undefined || killedBy === undefined)
      console.log(`${file}:${line} ${key.slice(file.length + 2)}: ${verdict}`)
  }
  expect(noticed.length / tried.length).toBeGreaterThanOrEqual(area.demanded)
})

test('every survivor in the list can still be made', () => {
  const all = areas.flatMap(({ name }) => makePlan({ area: name, isWhole: true, seed }).mutants)
  const keys = new Set(all.map(({ key }) => key))
  expect(Object.keys(listed).filter((key) => !keys.has(key))).toEqual([])
})
