import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { withoutSchemas } from '../packages/ui/routes-only.ts'

const CONTRACT = join(import.meta.dirname, '../packages/contract/src')
const files = readdirSync(CONTRACT).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))

/** Each route of a file, with those of its lines that are properties of the given names. */
function routesOf(code: string, names: string): [string, string[]][] {
  const routes = code.matchAll(/^(?:export )?const (\w+) = (?:\/\*#__PURE__\*\/ )?defineRoute\(\{\n([^]*?)^\}\)/gm)
  return [...routes].map(([, name = '', inside = '']) => [
    name,
    inside.match(new RegExp(`^ {2}(${names}).*$`, 'gm')) ?? [],
  ])
}

test.each(files)('the browser knows of each route in %s where and how to ask, and none of its schemas', (file) => {
  const code = readFileSync(join(CONTRACT, file), 'utf8')
  const short = withoutSchemas(code)
  const asked = 'method:|path:|base:|produces:|base,|\\.\\.\\.'
  expect(routesOf(short, asked)).toEqual(routesOf(code, asked))
  expect(routesOf(short, 'summary|errors|response|params|query|body').flatMap(([, lines]) => lines)).toEqual([])
})

test('of a schema only its name is left, whether it is written in one line or in many', () => {
  const code = [
    "import { z } from 'zod'",
    'const Name = z.string()',
    'export const Thing = z.strictObject({',
    '  name: Name,',
    '})',
    'const Long = z',
    '  .string()',
    '  .min(1)',
    'export const Changes = Thing.partial()',
    "export const KINDS = ['one'] as const",
  ].join('\n')
  expect(withoutSchemas(code).split('\n')).toEqual([
    "import { z } from 'zod'",
    'const Name = /*#__PURE__*/ z.any()',
    'export const Thing = /*#__PURE__*/ z.any()',
    'const Long = /*#__PURE__*/ z.any()',
    'export const Changes = /*#__PURE__*/ z.any()',
    "export const KINDS = ['one'] as const",
  ])
})
