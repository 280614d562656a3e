import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { anchorOf, readGuide } from '../packages/ui/src/features/help/model/guide.ts'
import { textsIn } from './words/texts-in.ts'
import * as contract from '../packages/contract/src/index.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
]
const read = (page: string) => readFileSync(join(root, page), 'utf8')

test.each(pages)('every file and picture %s points to is there', (page) => {
  const targets = [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map((match) => match[1] ?? '')
  expect(targets.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([])
})

test('every heading that a link names is there', () => {
  const links = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)].map(([, address = '', anchor = '']) => ({
      page,
      target: address === '' ? page : join(dirname(page), address),
      anchor,
    })),
  )
  const anchorsOf = (page: string) => readGuide(page, read(page)).headings.map(anchorOf)
  expect(links.length).toBeGreaterThan(2)
  expect(links.filter(({ target, anchor }) => !anchorsOf(target).includes(anchor))).toEqual([])
})

test('the site shows every page, and its menu leads to every guide', async () => {
  const { placeOf, readMenu } = await import('../docs-site/pages.mjs')
  expect(pages.filter((page) => placeOf(page) === undefined)).toEqual([])
  const listed = readMenu().flatMap(({ items }) => items.flatMap((item) => [item, ...(item.items ?? [])]))
  const addresses = new Set(listed.map(({ link }) => link))
  const guides = pages.filter(
    (page) => /^docs\/(?:(?:nodes|reference)\/)?[\w-]+\.md$/.test(page) && page !== 'docs/README.md',
  )
  const addressOf = (page: string) => `/${placeOf(page)?.replace(/index\.md$|\.md$/, '')}`
  expect(guides.filter((page) => !addresses.has(addressOf(page)))).toEqual([])
})

test.each(pages)('every file of code %s names is there', (page) => {
  const named = [...read(page).matchAll(/`((?:[\w@-]+\/)+[\w.-]+\.(?:tsx?|mjs))`/g)].map((match) => match[1] ?? '')
  const isThere = (path: string) => ['.', 'packages/server/src'].some((base) => existsSync(join(root, base, path)))
  expect(named.filter((path) => !isThere(path))).toEqual([])
})

test('every route a guide names is served', () => {
  const served = Object.values<unknown>(contract)
    .filter(
      (value): value is contract.Route =>
        typeof value === 'object' && value !== null && 'path' in value && 'base' in value,
    )
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

/** Settings of other programs, and of ours for its contributors. */
const others = new Set([
  'CHATWRIGHT_MUTANTS_FILE',
  'NODE_EXTRA_CA_CERTS',
  'OLLAMA_HOST',
  'CHATWRIGHT_API_KEY',
  'CHATWRIGHT_URL',
  'POSTGRES_ADMIN_PASSWORD',
  'POSTGRES_PASSWORD',
  'REDIS_PASSWORD',
])

test('every setting a guide names is a setting of the server', () => {
  const listed = read('docs/reference/environment.md')
  const guides = pages.filter((page) => !page.startsWith('docs/nodes/') && page !== 'docs/moving-from-flowise.md')
  const named = guides.flatMap((page) =>
    [...read(page).matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=[^`]*)?`/g)].map(([, name = '']) => ({ page, name })),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ name }) => !others.has(name) && !listed.includes(`\`${name}\``))).toEqual([])
})

/** Guides in which every name in bold is a text of a screen, or what a node, a field or a credential is called. */
const named = ['access', 'canvas', 'connect-a-model', 'first-flow', 'quickstart', 'runs', 'troubleshooting']

test.each(named)('every screen, button and node that %s names is called so', (guide) => {
  const screens = readdirSync(join(root, 'packages/ui/src/i18n/en')).flatMap((file) =>
    textsIn(read(`packages/ui/src/i18n/en/${file}`), file).map(({ text }) => text),
  )
  const nodes = readdirSync(join(root, 'docs/nodes'))
    .map((file) => read(`docs/nodes/${file}`))
    .flatMap((page) =>
      [...page.matchAll(/^## (.+)$|^\| ([^|]+?)(?: \*)? \|/gm)].map(([, title, field]) => title ?? field),
    )
  const known = new Set([...screens, ...nodes])
  const quoted = [...read(`docs/${guide}.md`).matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, text = '']) =>
    text.split(' → '),
  )
  expect(quoted.length).toBeGreaterThan(2)
  // A sign that a screen draws as a picture is named by the sign.
  expect(quoted.filter((text) => !known.has(text) && text !== '+')).toEqual([])
})

test('the canvas guide names every shortcut as the canvas has it', () => {
  const commands = read('packages/ui/src/features/canvas/components/use-canvas-commands.ts')
  const [, table = ''] = read('docs/canvas.md').split('## Shortcuts')
  const keys = [...table.matchAll(/^\| (.+?) +\| /gm)].flatMap(([, cell = '']) => cell.split(', ')).slice(2)
  expect(keys.length).toBeGreaterThan(10)
  const shortcut = (key: string) => key.replaceAll('`', '').toLowerCase().replace('ctrl', 'mod')
  expect(keys.filter((key) => key !== 'Ctrl+K' && !commands.includes(`'${shortcut(key)}'`))).toEqual([])
})
