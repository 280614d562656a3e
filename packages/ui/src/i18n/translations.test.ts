import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const namespaces = readdirSync(join(import.meta.dirname, 'en'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace('.ts', ''))

async function texts(language: string, namespace: string): Promise<Map<string, string>> {
  const module: Record<string, unknown> = await import(`./${language}/${namespace}.ts`)
  return flatten(module['default'] ?? module[namespace])
}

test.each(namespaces)('German has every text of %s, with the same gaps to fill', async (namespace) => {
  const english = await texts('en', namespace)
  const german = await texts('de', namespace)
  expect([...german.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  const gapsDiffer = [...english].filter(([key, text]) => gaps(text) !== gaps(german.get(key) ?? ''))
  expect(gapsDiffer).toEqual([])
})

function flatten(value: unknown, prefix = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[prefix, value]])
  return new Map(Object.entries(value ?? {}).flatMap(([key, inner]) => [...flatten(inner, `${prefix}.${key}`)]))
}

function gaps(text: string): string {
  return [...new Set(text.match(/\{\{\w+\}\}/g))].toSorted().join(' ')
}
