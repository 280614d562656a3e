import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { costlyLoopsIn } from './patterns/costly-loops-in.ts'
import { COSTLY, RECURSIVE, REPLACED, UNBOUNDED } from './patterns/known-places.ts'
import { recursionsIn } from './patterns/recursions-in.ts'
import { replacedTextsIn } from './patterns/replaced-texts-in.ts'

// What recurses over data as deep as a stranger likes overflows the stack. JSON from outside is read by `parseJson`, which
// bounds its depth; what calls itself, and where JSON is parsed without bounds, stands here with the reason that it ends.
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const sources = ['core', 'contract', 'code', 'importers', 'engine', 'nodes', 'server']
  .map((name) => join(root, 'packages', name, 'src'))
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.(?:test|fixture)\.ts$|(?:^|\/)(?:testing|fixtures)\//.test(file))
      .map((file) => join(folder, file)),
  )
  .map((file) => ({ file: relative(join(root, 'packages'), file), code: readFileSync(file, 'utf8') }))
  .map((source) => ({
    ...source,
    parses: source.code.includes('JSON.parse('),
    recurses: recursionsIn(source.code).length > 0,
    loops: costlyLoopsIn(source.code).length > 0,
    replaces: replacedTextsIn(source.code).length > 0,
  }))

test('JSON from outside is parsed within bounds', () => {
  const found = sources.filter(({ parses }) => parses).map(({ file }) => file)
  expect(found.filter((file) => UNBOUNDED[file] === undefined)).toEqual([])
})

test('whatever calls itself has a reason to end', () => {
  const found = sources.filter(({ recurses }) => recurses).map(({ file }) => file)
  expect(found.filter((file) => RECURSIVE[file] === undefined)).toEqual([])
})

test('no loop does work for the whole list with each item of it, but for a reason', () => {
  const found = sources.filter(({ loops }) => loops).map(({ file }) => file)
  expect(found.filter((file) => COSTLY[file] === undefined)).toEqual([])
})

test('a text is put into another as it is, not as a pattern that names parts of it', () => {
  const found = sources.filter(({ replaces }) => replaces).map(({ file }) => file)
  expect(found.filter((file) => REPLACED[file] === undefined)).toEqual([])
})

test.each([
  ['parsing', UNBOUNDED, 'parses'],
  ['recursion', RECURSIVE, 'recurses'],
  ['loop', COSTLY, 'loops'],
  ['text', REPLACED, 'replaces'],
] as const)('no reason outlives the %s it was given for', (_, reasons, does) => {
  const standing = new Set(sources.filter((source) => source[does]).map(({ file }) => file))
  expect(Object.keys(reasons).filter((file) => !standing.has(file))).toEqual([])
})

test.each([
  ['moves the rest', 'while (list.length) use(list.shift())', ['list.shift']],
  ['is written anew', 'for (const each of all) list = [...list, each]', ['list = […list]']],
  ['is written anew in a fold', 'all.reduce((list, each) => [...list, each], [])', ['reduce […list]']],
  ['is written anew in a group', 'for (const x of all) m.set(k, [...(m.get(k) ?? []), x])', ['set(…, [...get(…), …])']],
  [
    'is written anew at each call',
    'const hear = (x) => m.set(k, [...(m.get(k) ?? []), x])',
    ['set(…, [...get(…), …])'],
  ],
  ['becomes arguments', 'found.push(...Object.values(data))', ['push(...)']],
  ['is only added to', 'for (const each of all) list.push(each)', []],
])('a list that %s is told apart', (_, code, places) => {
  expect(costlyLoopsIn(code)).toEqual(places)
})

test.each([
  ['that is a variable', "prompt.replaceAll('{question}', question)", ['question']],
  ['that holds one', 'text.replace(/a/, `<${name}>`)', ['`<${name}>`']],
  ['that a function gives', "prompt.replaceAll('{question}', () => question)", []],
  ['that a function of the module gives', 'const spell = (sign) => sign\ntext.replace(/a/, spell)', []],
  ['that is always the same', "text.replaceAll(/(a)/g, '$1').replace('b', `$1 ${MARK}`)", []],
])('a text %s is told apart', (_, code, places) => {
  expect(replacedTextsIn(code)).toEqual(places)
})

test.each([
  ['directly', 'function walk(value) { for (const each of value) walk(each) }', ['walk']],
  ['handed on', 'const walk = (value) => value.map(walk)', ['walk']],
  ['through another', 'function a(x) { return b(x) }\nconst b = (x) => x && a(x.y)', ['a', 'b']],
  ['not at all', 'function a(x) { return b(x) }\nfunction b(x) { return x.a() }', []],
])('a function that calls itself %s is told apart', (_, code, names) => {
  expect(recursionsIn(code)).toEqual(names)
})
