import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import * as contract from '../packages/contract/src/index.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
]
const read = (page: string) => readFileSync(join(root, page), 'utf8')

test.each(pages)('every file and picture %s points to is there', (page) => {
  const targets = [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map((match) => match[1] ?? '')
  expect(targets.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([])
})

test.each(pages)('every file of code %s names is there', (page) => {
  const named = [...read(page).matchAll(/`((?:[\w@-]+\/)+[\w.-]+\.(?:tsx?|mjs))`/g)].map((match) => match[1] ?? '')
  const isThere = (path: string) => ['.', 'packages/server/src'].some((base) => existsSync(join(root, base, path)))
  expect(named.filter((path) => !isThere(path))).toEqual([])
})

test('every route a guide names is served', () => {
  const served = Object.values(contract)
    .filter((value): value is contract.Route => typeof value === 'object' && 'path' in value && 'base' in value)
    .map(({ base, path }) => new RegExp(`^${`${base}${path}`.replaceAll(/:\w+/g, '[^/]+')}/?$`))
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/(?<![\w.])\/(?:api\/v1|v1|health)\/[\w./:-]*[\w]/g)].map(([address]) => ({
      page,
      address,
    })),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(({ address }) => !served.some((pattern) => pattern.test(address)))).toEqual([])
})

test('every setting a guide lists is read by the server', () => {
  const config = readFileSync(join(root, 'packages/server/src/config/config.ts'), 'utf8')
  const table = /## Configuration\n([\s\S]*?)\n## /.exec(read('docs/self-hosting.md'))?.[1] ?? ''
  const names = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap((row) => row[1]?.match(/[A-Z][A-Z0-9_]{3,}/g) ?? [])
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !config.includes(name))).toEqual([])
})
