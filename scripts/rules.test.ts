import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The rules of what the product was asked to be, by the place that they speak of: `MENU-1` to `MENU-8`, and so on. */
const RULES = { ROUTE: 8, MENU: 8, SHELL: 9, USER: 9, FLOW: 17, NOTE: 3, CALL: 4, LIST: 5, CANVAS: 3, BOT: 1 }

/** Where a rule is proved by what a person or a client uses: the browser, or HTTP. */
const DOORS = [
  ['e2e', '.e2e.ts'],
  ['packages/server/src', '.test.ts'],
] as const

/** Titles begin with the ids of their rules. */
const IDS = /['"`]((?:\[[A-Z]+-\d+\] ?)+)/g

test('every rule is proved at the door: a test in the browser or over HTTP has its id in the title', () => {
  const root = join(import.meta.dirname, '..')
  const proved = DOORS.flatMap(([folder, ending]) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(ending))
      .flatMap((file) => [...readFileSync(join(root, folder, file), 'utf8').matchAll(IDS)])
      .flatMap(([, ids = '']) => ids.match(/[A-Z]+-\d+/g) ?? []),
  )
  const rules = Object.entries(RULES).flatMap(([place, last]) =>
    Array.from({ length: last }, (_, index) => `${place}-${index + 1}`),
  )
  expect(rules.filter((id) => !proved.includes(id))).toEqual([])
  expect(proved.filter((id) => !rules.includes(id))).toEqual([])
})
