import { printFlow } from '@chatwright/code'
import { createCatalogueIndex } from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { ejectProject } from '../project/eject-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'chatwright-eject-'))
let vendor: FakeVendor

beforeAll(async () => {
  vendor = await startFakeVendor()
})
afterAll(async () => {
  await vendor.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The package as it is installed: what it offers to others, from the files that were built. */
function install(place: string): void {
  const home = join(place, 'node_modules/chatwright')
  mkdirSync(home, { recursive: true })
  symlinkSync(join(import.meta.dirname, '../../../'), join(home, 'server'))
  const offered = { name: 'chatwright', type: 'module', exports: { './run': './server/bundle/run.js' } }
  writeFileSync(join(home, 'package.json'), JSON.stringify(offered))
}

test('an ejected flow is a program that answers without a server, its keys from the environment', async () => {
  const { nodes } = await loadCatalogue()
  const project = join(folder, 'project')
  const flow = drawConversation(nodes, { vendorUrl: vendor.url }, 'OpenAI')
  const { files } = printFlow(flow, createCatalogueIndex(nodes), { name: 'Support' })
  const credentials = [{ name: 'OpenAI', kind: 'openAIApi' }]
  const all = [...files, ['chatwright.json', JSON.stringify({ chatwright: 1, credentials })] as const]
  for (const [path, text] of [...all, ['tests/support.kept.json', '{}'] as const]) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  const out = join(folder, 'program')
  await ejectProject({}, 'support', { folder: project, out })
  await expect(ejectProject({}, 'support', { folder: project, out })).rejects.toThrow("isn't empty")
  expect(readFileSync(join(out, 'tests/support.kept.json'), 'utf8')).toBe('{}')
  expect(JSON.parse(readFileSync(join(out, 'package.json'), 'utf8'))).toMatchObject({
    scripts: { start: 'node answer.mjs', test: 'chatwright check && chatwright test' },
  })
  install(out)

  const child = spawn(process.execPath, ['answer.mjs', 'Hi', 'there'], {
    cwd: out,
    env: { PATH: process.env['PATH'], OPEN_AI_API_KEY: 'sk-of-the-environment' },
  })
  let printed = ''
  child.stdout.on('data', (piece) => (printed += String(piece)))
  child.stderr.on('data', (piece) => (printed += String(piece)))
  const [code] = (await once(child, 'close')) as [number]
  expect({ code, printed }).toEqual({ code: 0, printed: 'Hello there\n' })
  expect(vendor.requests.at(-1)?.headers['authorization']).toBe('Bearer sk-of-the-environment')
  expect(JSON.stringify(vendor.requests.at(-1)?.body)).toContain('Hi there')
})
