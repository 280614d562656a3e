import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'

import { waitForFirstWord } from '../bench/lib/first-word.ts'
import { storeFlow } from '../bench/lib/store-flow.ts'
import { writeDocx } from '../bench/lib/write-docx.ts'
import { tablesOfToday, writeFolder } from '../packages/server/src/testing/fake-flowise.ts'
import { chatOf } from './drivers/chat.ts'
import { openBrowser, readyAddress, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const NO_REGISTRY = /E(NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|NOTCACHED)|EAI_AGAIN|ETARGET.*cache/

let folder: string
let browser: Browser
/** Why the package could not be installed here, where that is no fault of its own. */
let hindrance: string | undefined

const installed = (path: string) => join(folder, 'node_modules/chatwright', path)
const command = () => [installed('server/bin/chatwright.mjs')]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chatwright-installed-'))
  browser = await openBrowser()
  await run(process.execPath, [join(root, 'scripts/pack.mjs'), '--out', join(folder, 'packed')], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [file = ''] = await readdir(join(folder, 'packed'))
  await writeFile(join(folder, 'package.json'), '{}')
  const flags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', ...flags, join(folder, 'packed', file)], { cwd: folder }).catch((error: Error) => {
    if (!NO_REGISTRY.test(error.message)) throw error
    hindrance = `No registry for npm can be reached, and its cache lacks what the package asks for: ${error.message}`
  })
})

afterAll(async () => {
  await browser.close()
  await rm(folder, { recursive: true, force: true })
})

beforeEach((context) => {
  if (hindrance !== undefined) context.skip(hindrance)
})

async function withProduct(work: (product: Product) => Promise<void>, env: Record<string, string> = {}) {
  const product = await startProduct({ command: command(), env })
  try {
    await work(product)
  } finally {
    await product.stop()
  }
}

function ask(product: Product, flowId: string) {
  return product.api<{ text: string }>('POST', `/internal-prediction/${flowId}`, { question: 'three' })
}

test('a person drops a Word file on the first page and is answered out of it', async () => {
  await withProduct(async (product) => {
    const { page, faults, close } = await visit(browser, product)
    await page.goto('/')
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).click()
    const chooser = await choosing
    await chooser.setFiles({
      name: 'greenhouse.docx',
      mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      buffer: Buffer.from(await writeDocx('The key of the greenhouse hangs behind the door of the caretaker.')),
    })
    await page.waitForURL(/\/canvas\/.+/)
    const chat = chatOf(page)
    await chat.field.waitFor()
    await chat.ask('Where is the key kept?')
    await expect.poll(() => chat.text(chat.last())).toContain('behind the door of the caretaker')
    expect(faults).toEqual([])
    await close()
  })
})

test('code of one’s own runs in its sandbox, the templates are there, and so is the widget', async () => {
  await withProduct(async (product) => {
    const javascriptFunction = 'return [$input, typeof process, Buffer.from("x").toString("hex")].join(" ")'
    const outputs = { customFunction: 'EndingNode' }
    const flowId = await storeFlow(product.url, {
      name: 'Code',
      nodes: { customFunction: { javascriptFunction } },
      links: [],
      outputs,
    })
    expect((await ask(product, flowId)).text).toBe('three undefined 78')
    expect((await product.api<unknown[]>('GET', '/marketplaces/templates')).length).toBeGreaterThan(5)
    const widget = await fetch(`${product.url}/widget.js`)
    expect(await widget.text()).toContain('customElements')
    const icon = await fetch(`${product.url}/api/v1/node-icon/customFunction`)
    expect(icon.headers.get('content-type')).toContain('svg')
  })
})

test('it goes on in the data folder that a clone made', async () => {
  const env = { DATA_DIR: join(folder, 'data') }
  await mkdir(env.DATA_DIR)
  const clone = await startProduct({ env })
  const secret = { name: 'Key', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-of-the-clone' } }
  const { id } = await clone.api<{ id: string }>('POST', '/credentials', secret)
  const version = await clone.api('GET', '/version')
  await clone.stop()
  await withProduct(async (product) => {
    expect(await product.api('GET', `/credentials/${id}`)).toMatchObject({ name: 'Key' })
    expect(await product.api('GET', '/version')).toEqual(version)
  }, env)
})

test('what is read in processes of their own finds all it needs', async () => {
  const parse = async (path: string, input: unknown): Promise<unknown> => {
    const module = (await import(pathToFileURL(installed(path)).href)) as { default(input: unknown): unknown }
    return module.default(input)
  }
  const query = { choice: { include: [], ignore: [] }, wanted: { rows: { sql: 'SELECT 1 AS one', limit: 1 } } }
  expect(await parse('nodes/dist/sql/query-sqlite.js', { bytes: new Uint8Array(), ...query })).toEqual(['{"one":1}'])
  await expect(
    Promise.resolve(parse('nodes/dist/document-loaders/parse-pdf.js', { bytes: Buffer.from('%PDF-1.4 nothing') })),
  ).rejects.toThrow(/PDF/i)
})

test('its commands do as the guide says: doctor, backup while it runs, restore elsewhere, a Flowise', async () => {
  const chatwright = (dataDir: string, ...args: string[]) =>
    run(process.execPath, [...command(), ...args], {
      env: { PATH: process.env['PATH'], HOME: folder, PORT: '0', DATA_DIR: join(folder, dataDir) },
    })
  expect((await chatwright('first', 'doctor', '--reach', 'http://127.0.0.1:9')).stdout).toContain('✓ Data folder')
  const env = { DATA_DIR: join(folder, 'first') }
  await mkdir(env.DATA_DIR)
  await withProduct(async (product) => {
    await product.api('POST', '/variables', { name: 'city', value: 'Rome', type: 'static' })
    const { stdout } = await chatwright('first', 'backup', join(folder, 'a.backup'))
    expect(stdout).toMatch(/^Written to .*a\.backup: \d+ rows? and 0 files, \d+ KB\.$/m)
  }, env)
  expect((await chatwright('second', 'restore', join(folder, 'a.backup'))).stdout).toContain('Restored as it was on ')
  const flowise = writeFolder(join(folder, 'flowise'), tablesOfToday())
  expect((await chatwright('second', 'import', '--from-flowise', flowise)).stdout).toContain('Support')
  await withProduct(
    async (product) => {
      expect(await product.api('GET', '/variables')).toMatchObject([{ name: 'city', value: 'Rome' }])
      expect(await product.api('GET', '/chatflows')).toHaveLength(2)
    },
    { DATA_DIR: join(folder, 'second') },
  )
})

test('the unit for systemd starts it, with nothing but what the unit gives', async () => {
  const unit = await readFile(join(root, 'deploy/chatwright.service'), 'utf8')
  const [, start = ''] = /^ExecStart=(.+)$/m.exec(unit) ?? []
  const [program = '', ...args] = start.replace('/opt/chatwright', folder).split(' ')
  const settings = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value] as const)
  const state = join(folder, 'state')
  await mkdir(state, { mode: 0o700 })
  const env = { ...Object.fromEntries(settings), DATA_DIR: state, PORT: '0', PATH: dirname(process.execPath) }
  const child = spawn(program, args, { cwd: state, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const url = await readyAddress(child)
  expect(await (await fetch(`${url}/api/v1/ping`)).text()).toBe('pong')
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(await readdir(state)).toContain('chatwright.sqlite')
})

test('it is installed in few packages, with the notices of those inside it', async () => {
  const lock = JSON.parse(await readFile(join(folder, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: object
  }
  expect(Object.keys(lock.packages).length).toBeLessThanOrEqual(80)
  for (const file of ['LICENSE', 'THIRD-PARTY-NOTICES.txt', 'sbom.cdx.json'])
    expect(existsSync(installed(file))).toBe(true)
})

test('without its native parts it searches all the same, or says what to do', async () => {
  const packages = join(folder, 'node_modules')
  const besides = await readdir(packages)
  for (const name of besides.filter((each) => each.startsWith('sqlite-vec-')))
    await rm(join(packages, name), { recursive: true })
  await withProduct(async (product) => {
    const { loadingMs } = await waitForFirstWord(product.url)
    expect(loadingMs).toBeGreaterThan(0)
  })
  await rm(join(packages, '@libsql'), { recursive: true })
  await expect(startProduct({ command: command() })).rejects.toThrow(/SQLite could not be loaded.*PostgreSQL/s)
})
