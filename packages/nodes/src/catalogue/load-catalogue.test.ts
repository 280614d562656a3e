import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rejection } from '../../test/collect.ts'
import { findNodeFolder } from './find-node-folder.ts'
import { loadCatalogue } from './load-catalogue.ts'
import { scanFolder } from './scan-folder.ts'

describe('nodes of other people', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nodes-'))
    await mkdir(join(folder, 'tools'))
    await mkdir(join(folder, 'icons'))
    await writeFile(join(folder, 'icons/hello.svg'), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')
  })
  afterEach(() => rm(folder, { recursive: true }))

  const write = (file: string, name: string): Promise<void> =>
    writeFile(
      join(folder, 'tools', file),
      `export default {
        name: '${name}', label: 'Hello', version: 1, category: 'Tools', description: 'Says hello.', icon: 'hello.svg',
        baseClasses: ['Hello', 'Tool'], inputs: {}, build: () => 'hello',
      }`,
    )

  test('are found by their files and listed with the folder they came from', async () => {
    await write('hello.mjs', 'helloTool')
    await writeFile(join(folder, 'tools', 'part.mjs'), 'throw new Error("a part is not run for the list")')
    const catalogue = await loadCatalogue({ folders: [folder] })
    expect(catalogue.describe('helloTool')).toMatchObject({ label: 'Hello', origin: folder })
    expect(catalogue.describe('chatOpenAI')?.origin).toBeUndefined()
    expect(catalogue.iconPath('helloTool')).toBe(join(folder, 'icons/hello.svg'))
    const own = catalogue.ownIcons()
    expect(own.find(({ nodes }) => nodes.includes('chatOpenAI'))?.path).toBe(catalogue.iconPath('chatOpenAI'))
    expect(own.filter(({ nodes, path }) => nodes.includes('helloTool') || path.startsWith(folder))).toEqual([])
    const node = await catalogue.loadNode('helloTool')
    expect(node.build({} as Parameters<typeof node.build>[0])).toBe('hello')
  })

  test('are not imported to be listed when their folder has a manifest', async () => {
    await write('hello.mjs', 'helloTool')
    const { nodes } = await scanFolder(pathToFileURL(`${folder}/`))
    const moved = nodes.map((entry) => ({ ...entry, module: 'tools/broken.mjs' }))
    await writeFile(join(folder, 'manifest.json'), JSON.stringify({ nodes: moved, credentials: [] }))
    await writeFile(join(folder, 'tools', 'broken.mjs'), 'throw new Error("imported")')
    const catalogue = await loadCatalogue({ folders: [folder] })
    expect(catalogue.describe('helloTool')).toMatchObject({ label: 'Hello', origin: folder })
    expect(await rejection(catalogue.loadNode('helloTool'))).toMatchObject({ message: 'imported' })
  })

  test('are found in an installed package, at its top or where it says, and listed with its name', async () => {
    const installed = join(folder, 'node_modules', '@acme', 'nodes')
    await mkdir(join(installed, 'dist'), { recursive: true })
    await writeFile(join(installed, 'package.json'), '{}')
    expect(findNodeFolder('@acme/nodes', join(folder, 'tools'))).toBe(installed)
    await writeFile(join(installed, 'package.json'), JSON.stringify({ chatwright: { nodes: 'dist' } }))
    expect(findNodeFolder('@acme/nodes', join(folder, 'tools'))).toBe(join(installed, 'dist'))
    await writeFile(join(installed, 'package.json'), JSON.stringify({ chatwright: { nodes: '../../..' } }))
    expect(() => findNodeFolder('@acme/nodes', folder)).toThrow('names "../../.." as its nodes folder')
  })

  test('that are not there, or cannot be loaded, are named', async () => {
    expect(() => findNodeFolder('acme-nodes', folder)).toThrow('nor an installed package "acme-nodes"')
    expect(() => findNodeFolder('./acme', folder)).toThrow(`The folder ${join(folder, 'acme')} doesn't exist.`)
    // Packages have folders that look like files.
    await mkdir(join(folder, 'node_modules', 'decimal.js'), { recursive: true })
    await mkdir(join(folder, 'tools', 'parts.js'))
    await writeFile(join(folder, 'tools', 'broken.mjs'), 'export default {}\nthrow new Error("no vendor")')
    expect(await rejection(loadCatalogue({ folders: [folder] }))).toMatchObject({
      message: expect.stringMatching(/broken\.mjs can't be loaded: Error: no vendor/),
    })
  })

  test('may not take the name of a node that is there', async () => {
    await write('mine.mjs', 'chatOpenAI')
    expect(await rejection(loadCatalogue({ folders: [folder] }))).toMatchObject({
      message: expect.stringContaining('already contains "chatOpenAI"'),
    })
  })
})

test('a name the catalogue does not have is said, with the way out', async () => {
  const catalogue = await loadCatalogue()
  expect(catalogue.describe('nope')).toBeUndefined()
  expect(await rejection(catalogue.loadNode('nope'))).toMatchObject({
    code: 'not-found',
    message: 'The catalogue has no node "nope".',
  })
  expect(await rejection(catalogue.loadCredential('nope'))).toMatchObject({ code: 'not-found' })
  expect(catalogue.iconPath('nope')).toBeUndefined()
})
