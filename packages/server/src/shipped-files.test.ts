import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const packages = fileURLToPath(new URL('../..', import.meta.url))
const configOf = (name: string): string => join(packages, name, 'tsconfig.json')
const built = (path: string): string[] =>
  readdirSync(join(packages, path), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

test.each(['server/bundle', 'ui/dist/app'])('%s holds no source map', (folder) => {
  expect(existsSync(join(packages, folder)), 'build the product first').toBe(true)
  expect(built(folder).filter((file) => file.includes('.map'))).toEqual([])
})

test.each(['server/bundle', 'ui/dist/app'])('no script or style of %s points to one', (folder) => {
  const scripts = built(folder).filter((file) => /\.(js|css)$/.test(file))
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((file) => /^\/[/*]# sourceMappingURL=/m.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('no script of the server has a letter beyond Latin-1: Node would keep all of it at two bytes a letter', () => {
  const scripts = ['server/bundle', 'nodes/bundle'].flatMap(built).filter((file) => /\.m?js$/.test(file))
  expect(scripts.length).toBeGreaterThan(100)
  const isWide = (file: string) => /[\u0100-\uffff]/.test(readFileSync(file, 'utf8'))
  expect(scripts.filter(isWide)).toEqual([])
})

test('the compiler writes none beside what child processes run', () => {
  const configs = [
    join(packages, '../tsconfig.base.json'),
    ...['core', 'contract', 'engine', 'nodes', 'server'].map(configOf),
  ]
  expect(configs.filter((file) => /"(inlineS|s)ourceMap"|"declarationMap"/.test(readFileSync(file, 'utf8')))).toEqual(
    [],
  )
})
