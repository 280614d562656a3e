import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A file of the server in the package: what it loads at once, what when it is asked for, and what went in. */
export interface Part {
  file: string
  imports: string[]
  later: string[]
  modules: string[]
}

/** The published schema of the version that the bill names, with those it refers to. */
export function billSchema() {
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

export interface Bill {
  components: { group?: string; name: string; 'bom-ref': string; hashes?: unknown[]; licenses?: unknown[] }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** The files that are loaded with these, before anything is asked for. */
export function atOnce(parts: readonly Part[], isFirst: (part: Part) => boolean): Part[] {
  const found = new Set(parts.filter(isFirst))
  for (const part of found) {
    for (const name of part.imports) {
      const next = parts.find(({ file }) => file === name)
      if (next) found.add(next)
    }
  }
  return [...found]
}

export function packageOf(id: string): string | undefined {
  return /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1]
}

/** `new URL('./x.js', import.meta.url)` and the like, by their place in the package. */
export function startedModules(source: string, name: string): string[] {
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

export function isBuiltin(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(specifier)
}
