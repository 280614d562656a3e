import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { recursionsIn } from './patterns/recursions-in.ts'

// What recurses over data as deep as a stranger likes overflows the stack. JSON from outside is read by `parseJson`, which
// bounds its depth; what calls itself, and where JSON is parsed without bounds, stands here with the reason that it ends.
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const sources = ['core', 'contract', 'engine', 'nodes', 'server']
  .map((name) => join(root, 'packages', name, 'src'))
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.(?:test|fixture)\.ts$|(?:^|\/)(?:testing|fixtures)\//.test(file))
      .map((file) => join(folder, file)),
  )
  .map((file) => ({ file: relative(join(root, 'packages'), file), code: readFileSync(file, 'utf8') }))

const OWN = 'written by us'
const FRAME = 'a bounded frame of which fields are read by name'
const UNBOUNDED: Record<string, string> = {
  'core/src/parse-json.ts': 'after the bounds were kept',
  'core/src/flow/parse-json-text.ts': 'bounds of its own for flows',
  'core/src/run/wire.ts': OWN,
  'nodes/src/anthropic/message-decoder.ts': FRAME,
  'nodes/src/cache/redis-embeddings-cache.ts': OWN,
  'nodes/src/catalogue/find-node-folder.ts': OWN,
  'nodes/src/catalogue/load-catalogue.ts': OWN,
  'nodes/src/document-loaders/parse-pdf.ts': 'in a child process, of what it has just written',
  'nodes/src/document-loaders/read-json.ts': 'walked with a stack of its own',
  'nodes/src/google/content-decoder.ts': FRAME,
  'nodes/src/memory/redis-backed-chat-memory.ts': FRAME,
  'nodes/src/memory/rolling-summary.ts': OWN,
  'nodes/src/ollama/line-decoder.ts': FRAME,
  'nodes/src/openai-compatible/chat-decoder.ts': FRAME,
  'nodes/src/openai-responses/response-decoder.ts': FRAME,
  'nodes/src/providers/repeated-chunk.ts': FRAME,
  'nodes/src/providers/request-json.ts': FRAME,
  'nodes/src/record-managers/stored-record-manager.ts': OWN,
  'nodes/src/templates/tool-templates.ts': 'code for the sandbox',
  'nodes/src/tools/open-api-schema.ts': 'in a child process, after the bounds were kept',
  'nodes/src/vector-stores/faiss-backend.ts': OWN,
  'nodes/src/vector-stores/postgres-backend.ts': 'a list of numbers',
}

const BOUNDED_JSON = 'over JSON or a flow, which are bounded where they are read'
const TURN_BY_TURN = 'not over data: each call waits for an event'
const RECURSIVE: Record<string, string> = {
  'core/src/flow/read/unwrap-flow.ts': BOUNDED_JSON,
  'core/src/flow/references.ts': BOUNDED_JSON,
  'core/src/flow/strip-for-export.ts': BOUNDED_JSON,
  'core/src/node/inputs.ts': 'over the choices of a declaration',
  'engine/src/compile-inputs.ts': BOUNDED_JSON,
  'engine/src/instrument.ts': 'over values that nodes made of each other',
  'engine/src/scope.ts': BOUNDED_JSON,
  'nodes/src/document-loaders/document-loader.ts': 'over a path that the builder typed',
  'nodes/src/embeddings/embedding-threads.ts': TURN_BY_TURN,
  'nodes/src/http/said-by.ts': BOUNDED_JSON,
  'nodes/src/openai-compatible/strict-parameters.ts':
    'over schemas of tools, which are cut or bounded where they are read',
  'nodes/src/output-parsers/schema-text.ts': BOUNDED_JSON,
  'nodes/src/text-splitters/split-recursively.ts': 'over the list of separators',
  'nodes/src/tools/evaluate-expression.ts': 'over brackets; too many are an error of the call, told to the model',
  'nodes/src/tools/mcp-server.ts': 'over the causes of an error',
  'nodes/src/tools/open-api-schema.ts': 'in a child process, six levels deep',
  'nodes/src/tools/open-api-tools.ts': 'over what a model sends; too deep is an error of the call, told to the model',
  'nodes/src/vector-stores/document-id.ts': BOUNDED_JSON,
  'nodes/src/vector-stores/flat-metadata.ts': BOUNDED_JSON,
  'nodes/src/word/plain-text.ts': 'in a child process',
  'nodes/src/word/printed-runs.ts': 'in a child process',
  'nodes/src/word/text-flow.ts': 'in a child process',
  'nodes/src/word/write-markdown.ts': 'in a child process',
  'server/src/credentials/credential-service.ts': 'two functions of one name, neither of which calls itself',
  'server/src/credentials/known-secrets.ts': 'over events, which must fit into JSON all the same',
  'server/src/db/batched-writes.ts': TURN_BY_TURN,
  'server/src/isolate/isolate.ts': TURN_BY_TURN,
  'server/src/isolate/readable-folders.ts': 'over the folders above a module',
  'server/src/isolate/turnstile.ts': TURN_BY_TURN,
  'server/src/runs/background-lane.ts': TURN_BY_TURN,
  'server/src/runs/keep-later.ts': TURN_BY_TURN,
  'server/src/sandbox/sandbox-process.ts': TURN_BY_TURN,
  'server/src/upserts/upsert-routes.ts': TURN_BY_TURN,
  'server/src/sandbox/services/subtle-service.ts':
    'over what code hands to crypto, in the process of that code, which may end at any moment',
}

test('JSON from outside is parsed within bounds', () => {
  const found = sources
    .filter(({ code }) => code.includes('JSON.parse('))
    .map(({ file }) => file)
    // The server parses rows of its own database; what comes in comes through `http`.
    .filter((file) => !file.startsWith('server/') || file.startsWith('server/src/http/'))
  expect(found.filter((file) => UNBOUNDED[file] === undefined)).toEqual([])
})

test('whatever calls itself has a reason to end', () => {
  const found = sources.filter(({ code }) => recursionsIn(code).length > 0).map(({ file }) => file)
  expect(found.filter((file) => RECURSIVE[file] === undefined)).toEqual([])
})

test.each([
  ['directly', 'function walk(value) { for (const each of value) walk(each) }', ['walk']],
  ['handed on', 'const walk = (value) => value.map(walk)', ['walk']],
  ['through another', 'function a(x) { return b(x) }\nconst b = (x) => x && a(x.y)', ['a', 'b']],
  ['not at all', 'function a(x) { return b(x) }\nfunction b(x) { return x.a() }', []],
])('a function that calls itself %s is told apart', (_, code, names) => {
  expect(recursionsIn(code)).toEqual(names)
})
