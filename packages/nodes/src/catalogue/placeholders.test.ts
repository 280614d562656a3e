import { createCatalogueIndex, replacementFor } from '@chatwright/core'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadCatalogue } from './load-catalogue.ts'
import { olderNodes } from './older-nodes.fixture.ts'

const page = readFileSync(new URL('../../../../docs/moving-from-flowise.md', import.meta.url), 'utf8')

test('the page on moving names every node of the older product that stays a placeholder, and no other', async () => {
  const index = createCatalogueIndex((await loadCatalogue()).nodes)
  const missing = Object.entries(olderNodes).flatMap(([category, names]) => {
    const unknown = names.filter((name) => !index.describe(name))
    return unknown.length === 0 ? [] : [`- **${category}**: ${unknown.map((name) => `\`${name}\``).join(', ')}`]
  })
  const [, section = ''] = page.split('<summary>Every node that stays a placeholder</summary>')
  const [list = ''] = section.split('</details>')
  // Long lines are broken for reading.
  const listed = list
    .trim()
    .replaceAll(/\n {2}/g, ' ')
    .split('\n')
  expect(listed).toEqual(missing)
})

/** Settings of the older product, never drawn in a flow. */
const SETTINGS = new Set(['Analytic', 'SpeechToText'])

test('of each of them it is said which nodes do its work, by the names that the palette has', async () => {
  const { nodes } = await loadCatalogue()
  const index = createCatalogueIndex(nodes)
  const labels = new Set(nodes.map(({ label }) => label))
  const drawn = Object.entries(olderNodes).flatMap(([category, names]) => (SETTINGS.has(category) ? [] : names))
  expect(drawn.filter((name) => !index.describe(name) && replacementFor(name) === undefined)).toEqual([])
  expect(drawn.filter((name) => index.describe(name) && replacementFor(name) !== undefined)).toEqual([])
  const advised = drawn.flatMap((name) => replacementFor(name)?.split(' / ') ?? [])
  expect([...new Set(advised)].filter((label) => !labels.has(label))).toEqual([])
})

test('the README tells how many nodes of the older product run here', async () => {
  const index = createCatalogueIndex((await loadCatalogue()).nodes)
  const names = Object.entries(olderNodes).flatMap(([category, all]) => (SETTINGS.has(category) ? [] : all))
  const running = names.filter((name) => index.describe(name))
  const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(
    `${running.length} of Flowise's ${names.length} nodes run; the other ${names.length - running.length} stay`,
  )
})
