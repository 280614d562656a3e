import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCatalogue } from '@chatwright/nodes'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCli } from '../../cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'chatwright-convert-'))
const file = (name: string) => join(folder, name)
const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
const mask = process.umask()

beforeEach(() => {
  out.mockClear()
  err.mockClear()
})
afterEach(() => {
  process.exitCode = 0
})
afterAll(() => {
  vi.restoreAllMocks()
  process.umask(mask)
  rmSync(folder, { recursive: true, force: true })
})

const written = (spy: typeof out) => spy.mock.calls.map(([text]) => String(text)).join('')

/** Runs the command as a shell does; 0 where it leaves no exit code. */
async function chatwright(...words: string[]): Promise<number> {
  process.exitCode = 0
  await runCli(['node', 'chatwright', ...words])
  return process.exitCode
}

const { templates } = await loadCatalogue()
const content = (await templates()).find(({ id }) => id === 'document-chat')?.content
const flow = { nodes: content?.['nodes'], edges: content?.['edges'] }
writeFileSync(file('Help desk.json'), JSON.stringify(flow))

test('an exported flow becomes code, and the code the same flow, without a server', async () => {
  expect(await chatwright('convert', file('Help desk.json'), '--as', 'code', '--out', file('project'))).toBe(0)
  const code = file('project/flows/help-desk.flow.ts')
  expect(readFileSync(code, 'utf8')).toContain("export default chatFlow('Help desk')")
  expect(written(out)).toContain(code)
  out.mockClear()
  expect(await chatwright('convert', code, '--json')).toBe(0)
  const converted = JSON.parse(written(out)) as { flows: { flow: unknown; name: string }[] }
  expect(converted).toMatchObject({ file: code, format: 'code', formatVersion: '1', notes: [] })
  expect(converted.flows).toMatchObject([{ name: 'Help desk', kind: 'chat', problems: [] }])
  expect(converted.flows[0]?.flow).toEqual(flow)
})

test('broken code is refused with its place, and nothing is written', async () => {
  writeFileSync(file('broken.flow.ts'), "export default chatFlow('S')\nconst a = chatOpenAI.v1({ x: 1 })\n")
  expect(await chatwright('convert', file('broken.flow.ts'), '--as', 'code', '--out', file('nothing'))).toBe(1)
  expect(written(err)).toMatch(/^broken\.flow\.ts:2:11 The catalogue has version/)
  expect(() => readFileSync(file('nothing/flows/s.flow.ts'))).toThrow('ENOENT')
})

test('code reads no file outside of its folder', async () => {
  writeFileSync(file('secret'), 'a secret')
  symlinkSync('/etc/hostname', file('link.md'))
  const code = "export default chatFlow('S')\nconst a = plainText.v2({ text: file('link.md') })\n"
  writeFileSync(file('links.flow.ts'), code)
  expect(await chatwright('convert', file('links.flow.ts'), '--json')).toBe(1)
  expect(written(out)).toContain('file-missing')
})

test.each([
  ['no such file', ['nothing.json', '--json'], "can't be read"],
  ['no way to show it', ['Help desk.json'], 'Add --json'],
  ['code without a folder', ['Help desk.json', '--as', 'code'], 'Add --json'],
])('%s is one sentence', async (_, [name = '', ...flags], sentence) => {
  expect(await chatwright('convert', file(name), ...flags)).toBe(1)
  expect(written(err)).toContain(sentence)
})
