import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The only arrows between packages. */
const allowed: Record<string, readonly string[]> = {
  core: [],
  contract: ['core'],
  code: ['core'],
  importers: ['core'],
  engine: ['core'],
  nodes: ['core'],
  server: ['core', 'contract', 'code', 'importers', 'engine', 'nodes'],
  ui: ['core', 'contract', 'code'],
}

interface Import {
  file: string
  specifier: string
}

const packages = Object.keys(allowed)
const imports = new Map(
  packages.map((name) => [
    name,
    ['src', 'testing', 'faults']
      .map((folder) => join(root, 'packages', name, folder))
      .filter((folder) => existsSync(folder))
      .flatMap(importsOf),
  ]),
)

test.each(packages)('packages/%s imports only the packages the house allows', (name) => {
  const forbidden = (imports.get(name) ?? []).filter(({ specifier }) => {
    const target = /^@chatwright\/([\w-]+)/.exec(specifier)?.[1]
    return target !== undefined && target !== name && !allowed[name]?.includes(target)
  })
  expect(forbidden).toEqual([])
})

test.each(packages)('packages/%s never reaches into another package by path', (name) => {
  const home = join(root, 'packages', name)
  const outside = (imports.get(name) ?? []).filter(
    ({ file, specifier }) =>
      specifier.startsWith('.') && !resolve(root, dirname(file), specifier).startsWith(`${home}/`),
  )
  expect(outside).toEqual([])
})

test.each(packages)('packages/%s declares every package it imports', (name) => {
  const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as Record<
    string,
    object
  >
  const declared = new Set([
    ...Object.keys(manifest['dependencies'] ?? {}),
    ...Object.keys(manifest['optionalDependencies'] ?? {}),
    ...Object.keys(manifest['devDependencies'] ?? {}),
    ...toolsOfTheRoot,
  ])
  const undeclared = (imports.get(name) ?? [])
    .filter(({ specifier }) => !specifier.startsWith('.') && !isBuiltin(specifier))
    // Addresses, not packages: programs that tests feed to the sandbox hold such.
    .filter(({ specifier }) => !/^\w+:/.test(specifier))
    .filter(({ specifier }) => !declared.has(packageName(specifier)))
  expect(undeclared).toEqual([])
})

test.each(packages)('packages/%s has no import cycle', (name) => {
  const graph = new Map<string, string[]>()
  for (const { file, specifier } of imports.get(name) ?? []) {
    if (!specifier.startsWith('.')) continue
    const target = relative(root, resolve(root, dirname(file), specifier))
    graph.set(file, [...(graph.get(file) ?? []), target])
  }
  expect(findCycle(graph)).toBeUndefined()
})

test('the rooms of the server form no circle, so that one can be read before the next', () => {
  const graph = new Map<string, string[]>()
  for (const { from, to } of stepsBetweenRooms()) graph.set(from, [...(graph.get(from) ?? []), to])
  expect(graph.size).toBeGreaterThan(30)
  expect(findCycle(graph)).toBeUndefined()
})

test('imports between the floors of the server run down the house', () => {
  const strangers = stepsBetweenRooms().filter(({ from, to }) => !isKnownFloor(from) || !isKnownFloor(to))
  expect(strangers).toEqual([])
  const upward = stepsBetweenRooms()
    .filter(({ from, to }) => FLOORS.indexOf(floorOf(from)) < FLOORS.indexOf(floorOf(to)))
    .map(({ file, target }) => `${file} > ${target}`)
  expect(upward).toEqual([])
})

test('routes and services of the server know no SQL', () => {
  const knowing = sourceFiles(join(root, 'packages/server/src'))
    .filter((path) => /-(?:routes|service)\.ts$/.test(path))
    .filter((path) => /\bsql`|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/.test(readFileSync(path, 'utf8')))
    .map((path) => relative(root, path))
  expect(knowing).toEqual([])
})

test('core, contract, code, importers and engine run in a browser: no module of Node', () => {
  const nodeModules = [
    ...(imports.get('core') ?? []),
    ...(imports.get('contract') ?? []),
    ...(imports.get('code') ?? []),
    ...(imports.get('importers') ?? []),
    ...(imports.get('engine') ?? []),
  ].filter(({ file, specifier }) => isBuiltin(specifier) && !isTest(file))
  expect(nodeModules).toEqual([])
})

test('features of the browser application do not import each other', () => {
  const crossing = (imports.get('ui') ?? []).filter(({ file, specifier }) => {
    const home = /^packages\/ui\/src\/features\/([\w-]+)\//.exec(file)?.[1]
    if (!home || !specifier.startsWith('.')) return false
    const target = relative(root, resolve(root, dirname(file), specifier))
    const feature = /^packages\/ui\/src\/features\/([\w-]+)\//.exec(target)?.[1]
    return (feature !== undefined && feature !== home) || target.startsWith('packages/ui/src/app/')
  })
  expect(crossing).toEqual([])
})

test('parts of the browser application stand on components and lib alone, so that any screen may use them', () => {
  const upward = (imports.get('ui') ?? []).filter(({ file, specifier }) => {
    if (!specifier.startsWith('.')) return false
    const target = relative(root, resolve(root, dirname(file), specifier))
    if (file.startsWith('packages/ui/src/parts/')) return /^packages\/ui\/src\/(features|app)\//.test(target)
    return /^packages\/ui\/src\/(components|lib)\//.test(file) && target.startsWith('packages/ui/src/parts/')
  })
  expect(upward).toEqual([])
})

test('the walker itself sees a cycle, an undeclared package and a forbidden arrow', () => {
  expect(
    findCycle(
      new Map([
        ['a', ['b']],
        ['b', ['c']],
        ['c', ['a']],
      ]),
    ),
  ).toEqual(['a', 'b', 'c', 'a'])
  expect(
    specifiersIn(`import { x } from '@a/b/c'\nexport * from "./d.ts"\nconst e = await import('f')\nimport 'g.css'`),
  ).toEqual(['@a/b/c', './d.ts', 'f', 'g.css'])
  expect(packageName('@a/b/c')).toBe('@a/b')
})

/** Test tools live in the root's package.json, for all packages. */
const toolsOfTheRoot = ['vitest', 'fast-check']

function importsOf(folder: string): Import[] {
  return sourceFiles(folder).flatMap((path) => {
    const file = relative(root, path)
    return specifiersIn(readFileSync(path, 'utf8')).map((specifier) => ({ file, specifier }))
  })
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sourceFiles(path)
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

function specifiersIn(text: string): string[] {
  const statement = /^\s*(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm
  return [...text.matchAll(statement)].map((match) => match[1] ?? match[2] ?? '')
}

function packageName(specifier: string): string {
  const [scope = '', name = ''] = specifier.split('/')
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}

function isBuiltin(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(specifier)
}

function isTest(file: string): boolean {
  return /\.(test|fixture)\.tsx?$/.test(file)
}

/** The server's floors, the ground first: a room imports its own floor and those before it. */
const FLOORS = [
  'ground',
  'guards',
  'door',
  'parts',
  'flows',
  'money',
  'runs',
  'asking',
  'improving',
  'knowledge',
  'transfer',
  'process',
  'root',
]

interface Step {
  file: string
  target: string
  from: string
  to: string
}

function stepsBetweenRooms(): Step[] {
  const home = 'packages/server/src'
  return (imports.get('server') ?? [])
    .filter(({ file, specifier }) => file.startsWith(`${home}/`) && specifier.startsWith('.') && !isTest(file))
    .map(({ file, specifier }) => ({
      file: relative(home, file),
      target: relative(home, relative(root, resolve(root, dirname(file), specifier))),
    }))
    .map(({ file, target }) => ({ file, target, from: roomOf(file), to: roomOf(target) }))
    .filter(({ from, to }) => from !== to)
}

/** A room is a folder on a floor; a file that lies on a floor, or beside the floors, is a room by itself. */
function roomOf(file: string): string {
  return file.split('/').slice(0, 2).join('/')
}

function floorOf(room: string): string {
  return room.includes('/') ? (room.split('/')[0] ?? '') : 'root'
}

function isKnownFloor(room: string): boolean {
  return FLOORS.includes(floorOf(room))
}

/** Depth-first with an explicit stack: a long chain of imports must not overflow it. */
function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>()
  for (const start of graph.keys()) {
    const path: string[] = []
    const onPath = new Set<string>()
    const stack: { node: string; next: number }[] = [{ node: start, next: 0 }]
    while (stack.length > 0) {
      const top = stack.at(-1)
      if (!top) break
      if (top.next === 0) {
        if (done.has(top.node)) {
          stack.pop()
          continue
        }
        path.push(top.node)
        onPath.add(top.node)
      }
      const target = graph.get(top.node)?.[top.next]
      top.next += 1
      if (target === undefined) {
        stack.pop()
        path.pop()
        onPath.delete(top.node)
        done.add(top.node)
      } else if (onPath.has(target)) {
        return [...path.slice(path.indexOf(target)), target]
      } else if (!done.has(target)) {
        stack.push({ node: target, next: 0 })
      }
    }
  }
  return undefined
}
