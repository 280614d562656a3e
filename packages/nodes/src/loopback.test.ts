import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { NodeDefinition } from '@chatwright/core'
import { expect, test } from 'vitest'

/** The two ways out that lead to this machine, too; every other one refuses it. */
const WAYS = /\bcontext\.providerFetch\b|\bproviderFetch\b|\bdialAddress\b/

const SOURCE = import.meta.dirname
const SECURITY = join(SOURCE, '../../../docs/security.md')

test('security.md names exactly the nodes that may reach loopback', async () => {
  expect(namedInDocs(readFileSync(SECURITY, 'utf8'))).toEqual(await reachingLoopback())
})

async function reachingLoopback(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const file of sourceFiles(SOURCE)) {
    if (!/^export default /m.test(readFileSync(file, 'utf8')) || !reaches(file)) continue
    const { default: node } = (await import(file)) as { default: NodeDefinition }
    // Credentials have no category: they are tried with the server their values name.
    if (node.category) (found[node.category] ??= []).push(node.label)
  }
  return sorted(found)
}

/** The table below the word: one row for each category. */
function namedInDocs(text: string): Record<string, string[]> {
  const [, table = ''] = /\n\| +reaching loopback[^\n]*\n\|[ |-]+\n((?:\|[^\n]*\n)+)/.exec(text) ?? []
  const rows = table.trim().split('\n')
  return sorted(
    Object.fromEntries(
      rows.map((row) => {
        const [, category = '', nodes = ''] = row.split('|').map((cell) => cell.trim())
        return [category, nodes.split(', ')]
      }),
    ),
  )
}

function sorted(named: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(named)
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([category, nodes]) => [category, nodes.toSorted()]),
  )
}

/** Whether a file, or what it imports for more than its types, takes such a way. */
function reaches(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  if (WAYS.test(text)) return true
  return importsOf(text)
    .map((path) => resolve(dirname(file), path))
    .some((path) => existsSync(path) && reaches(path, seen))
}

function importsOf(text: string): string[] {
  const still = [...text.matchAll(/^(?:import|export) (?!type )[^']*?from '(\.[^']+)'/gm)]
  const lazy = [...text.matchAll(/\bimport\('(\.[^']+)'\)/g)]
  return [...still, ...lazy].map(([, path = '']) => path)
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
}
