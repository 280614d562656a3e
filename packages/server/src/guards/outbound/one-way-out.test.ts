import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const packages = fileURLToPath(new URL('../../../../', import.meta.url))

const clients = [
  /from '(node:)?(http|https|http2|net|tls|dgram)'/,
  /from '(undici|axios|got|node-fetch|superagent|ky|request)'/,
  /import\('(undici|(node:)?(http|https|http2|net|tls|dgram))'\)/,
  // A call of the built-in one; `context.fetch(` and `providerFetch(` are ours.
  /(?<![.\w])fetch\(/,
  /globalThis\.fetch/,
  /new (WebSocket|EventSource|XMLHttpRequest)\(/,
]

/** Types of sockets, parsing of addresses and listening dial nothing. */
const harmless = [
  /import type/,
  /import \{ type [^,]*\} from/,
  /import \{ isIP.*\} from 'node:net'/,
  /import \{ createServer \} from 'node:net'/,
  /import \{ STATUS_CODES \} from 'node:http'/,
  /typeof globalThis\.fetch/,
]

test('every call to the outside goes through the outbound client', () => {
  const found = ['server', 'nodes', 'engine', 'core', 'contract']
    .flatMap((name) => sources(join(packages, name, 'src')))
    .filter((file) => !file.startsWith('server/src/guards/outbound/'))
    // The command line speaks with the server that its user named.
    .filter((file) => file !== 'server/src/process/project/remote.ts')
    // Code that only ever runs in the sandbox, where `fetch` is the guarded one.
    .filter(
      (file) =>
        file !== 'nodes/src/templates/tool-templates.ts' && !file.startsWith('server/src/guards/sandbox/inside/'),
    )
    .flatMap((file) =>
      readFileSync(join(packages, file), 'utf8')
        .split('\n')
        .map((line, index) => ({ place: `${file}:${index + 1}`, line: line.trim() })),
    )
    .filter(({ line }) => clients.some((client) => client.test(line)) && !harmless.some((fine) => fine.test(line)))
    .filter(({ line }) => !line.startsWith('//') && !line.startsWith('*') && !line.startsWith('/**'))
  expect(found).toEqual([])
})

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts') && !file.includes('testing/'))
    .map((file) => relative(packages, join(folder, file)))
}
