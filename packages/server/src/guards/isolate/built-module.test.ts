import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { builtModule } from './built-module.ts'

const source = new URL('../../knowledge/vectors/vector-thread.ts', import.meta.url)
const placeOf = (url: URL) => /server\/(\w+\/.*)$/.exec(url.pathname)?.[1]

test('a test starts what the product starts: bundled', () => {
  expect(placeOf(builtModule(source))).toBe('bundle/knowledge/vectors/vector-thread.js')
})

test('a server that runs as it was compiled starts what was compiled, however old the bundle', () => {
  const compiled = new URL('../../../dist/guards/isolate/built-module.js', import.meta.url).href
  const thread = new URL('../../../dist/knowledge/vectors/vector-thread.js', import.meta.url).href
  const code = `import { builtModule } from '${compiled}'; console.log(builtModule(new URL('${thread}')).href)`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
  expect(said.trim()).toBe(thread)
})

test('a module of other people runs as it is, also where they have a bundle of their own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'their-nodes-'))
  for (const name of ['dist', 'bundle']) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'task.js'), 'export default () => undefined')
  }
  const theirs = join(folder, 'dist/task.js')
  expect(fileURLToPath(builtModule(pathToFileURL(theirs)))).toBe(theirs)
})
