import { createKnownSecrets } from '../packages/server/src/parts/credentials/known-secrets.ts'
import { createShareMask } from '../packages/server/src/runs/executions/share-mask.ts'
import { maskSecrets } from '../packages/server/src/runs/executions/mask-secrets.ts'
import { digestOf } from '../packages/server/src/asking/predictions/digest-of.ts'
import { expect, test } from 'vitest'
import { findReferences, rewriteReferences } from '../packages/core/src/flow/references.ts'
import { stripForExport } from '../packages/core/src/flow/strip-for-export.ts'
import { unwrapFlow } from '../packages/core/src/flow/read/unwrap-flow.ts'
import type { Flow } from '../packages/core/src/flow/document.ts'
import type { Tool } from '../packages/core/src/values/tool.ts'
import { compileInputs } from '../packages/engine/src/compile-inputs.ts'
import type { DrawnNode } from '../packages/engine/src/drawing.ts'
import { fillTree, type Scope } from '../packages/engine/src/scope.ts'
import { treeOf } from '../packages/engine/src/steps/read-step-inputs.ts'
import type { StepNode } from '../packages/engine/src/steps/step-flow.ts'
import { referencesOf } from '../packages/engine/src/steps/step-references.ts'
import { fillStepTree, type StepScope } from '../packages/engine/src/steps/step-scope.ts'
import { readReasoning } from '../packages/nodes/src/agents/read-reasoning.ts'
import { MessageDecoder } from '../packages/nodes/src/anthropic/message-decoder.ts'
import { readJson } from '../packages/nodes/src/document-loaders/read-json.ts'
import { readJsonObjects } from '../packages/nodes/src/document-loaders/read-json-objects.ts'
import { saidBy } from '../packages/nodes/src/http/said-by.ts'
import { ThinkingTags } from '../packages/nodes/src/model-values/thinking-tags.ts'
import { strictParameters } from '../packages/nodes/src/openai-compatible/strict-parameters.ts'
import { ToolCallAssembly } from '../packages/nodes/src/openai-compatible/tool-calls.ts'
import { splitList } from '../packages/nodes/src/output-parsers/split-list.ts'
import { schemaFromText } from '../packages/nodes/src/output-parsers/schema-text.ts'
import type { Endpoint } from '../packages/nodes/src/providers/endpoint.ts'
import { storedRecordManager } from '../packages/nodes/src/record-managers/stored-record-manager.ts'
import { tokenizeSql } from '../packages/nodes/src/sql/tokenize-sql.ts'
import { outputSchema, type OutputRow } from '../packages/nodes/src/steps/structured-output.ts'
import { splitMarkdown } from '../packages/nodes/src/text-splitters/split-markdown.ts'
import { splitRecursively } from '../packages/nodes/src/text-splitters/split-recursively.ts'
import { findByPath } from '../packages/nodes/src/tools/json-path.ts'
import arxiv from '../packages/nodes/src/tools/arxiv.ts'
import { endpointTool } from '../packages/nodes/src/tools/open-api-tools.ts'
import { documentId } from '../packages/nodes/src/vector-stores/document-id.ts'
import { readMetadata, writeMetadata } from '../packages/nodes/src/vector-stores/flat-metadata.ts'
import { readPageText } from '../packages/nodes/src/web/page-text.ts'
import { buildNode } from '../packages/nodes/test/build-node.ts'
import { testContext } from '../packages/nodes/test/test-context.ts'
import { testRun } from '../packages/nodes/test/test-run.ts'
import { BOUNDED_JSON, RECURSIVE } from './patterns/known-places.ts'

// Whatever walks over data from outside takes time that grows as the data does. Each is given data of so many parts and of eight
// times as many: linear work takes eight times as long, or twice that where the larger data no longer fits into what is near to
// the processor, and the square of it at least sixty-four times.
const PARTS = 2000
const TIMES = 8
const MOST_GROWTH = 40
const LOOKS = 3
/** Below this the noise of a busy machine is larger than the work. */
const NO_TIME_MS = 2

type Walk = (data: unknown) => unknown

const secrets = createKnownSecrets()
secrets.remember({ key: 'a-secret-nobody-says' })
const endpoint: Endpoint = { vendor: 'V', baseUrl: 'https://v.test', headers: {}, fetch }
const file = (data: unknown) => ({ name: 'a.json', mimeType: '', bytes: Buffer.from(JSON.stringify(data)) })
const chunks = { chunkSize: 100, chunkOverlap: 20 }
const scope = { question: 'Q', chatHistory: '', fileAttachment: '', flow: {}, variables: {} } as unknown as Scope

const stepScope = { variables: {}, outputOf: () => undefined, request: {} } as unknown as StepScope
const stepHolding = (data: unknown) =>
  ({ inputs: [], stateRows: [{ key: 'all', value: treeOf(data, () => false) }] }) as unknown as StepNode

/** By the file that walks. */
const walks: Record<string, Walk> = {
  'core/src/flow/references.ts': (data) => [findReferences(data), rewriteReferences(data, (id) => `${id}_1`)],
  'core/src/flow/strip-for-export.ts': (data) => stripForExport(flowHolding(data), () => undefined),
  'core/src/flow/read/unwrap-flow.ts': (data) =>
    unwrapFlow(JSON.stringify({ flowData: JSON.stringify({ nodes: data }) })),
  'engine/src/compile-inputs.ts': (data) => compiled(data),
  'engine/src/scope.ts': (data) => {
    const [input] = compiled(data)
    return input?.type === 'structure' && fillTree(input.tree, scope)
  },
  'engine/src/steps/read-step-inputs.ts': (data) => treeOf(data, () => false),
  'engine/src/steps/step-references.ts': (data) => referencesOf([stepHolding(data)]),
  'engine/src/steps/step-scope.ts': (data) =>
    fillStepTree(
      treeOf(data, () => false),
      stepScope,
    ),
  'nodes/src/document-loaders/read-json.ts': (data) => readJson(file(data), { pointers: ['name'] }),
  'nodes/src/document-loaders/read-json-objects.ts': (data) => readJsonObjects(file(data)),
  'nodes/src/http/said-by.ts': (data) => saidBy(JSON.stringify(data)),
  'nodes/src/openai-compatible/strict-parameters.ts': (data) => strictParameters(schemaLike(data) as never),
  'nodes/src/output-parsers/schema-text.ts': (data) => schemaFromText(zodLike(data)),
  'nodes/src/steps/structured-output.ts': (data) => outputSchema([rowHolding(schemaLike(data))]),
  'nodes/src/tools/json-path.ts': (data) => [findByPath(data, '$..name'), findByPath(data, '$..a..a..a')],
  'nodes/src/tools/open-api-tools.ts': (data) => bodyWithoutNulls(data),
  'nodes/src/vector-stores/document-id.ts': (data) => documentId('n', { pageContent: 'x', metadata: { data } }),
  'nodes/src/vector-stores/flat-metadata.ts': (data) => readMetadata(writeMetadata({ data })),
  'server/src/parts/credentials/known-secrets.ts': (data) => [
    secrets.hide(data),
    secrets.hide({ data, it: 'a-secret-nobody-says' }),
  ],
  'server/src/runs/executions/share-mask.ts': createShareMask(['c1', 'a-chat-of-somebody']),
  'server/src/runs/executions/mask-secrets.ts': (data) => [maskSecrets(data), maskSecrets(JSON.stringify(data))],
  'server/src/asking/predictions/digest-of.ts': (data) => digestOf(data),
}

const shapes: Record<string, (parts: number) => unknown> = {
  'a long list': (parts) => numbered(parts, (at) => ({ name: `n${at}`, a: null })),
  'a wide object': (parts) => Object.fromEntries(numbered(parts, (at) => [`name${at}`, `{{$vars.v${at}}}`])),
  'many deep ones': (parts) => numbered(Math.ceil(parts / 90), () => deep(90)),
}

test.each(
  Object.entries(walks).flatMap(([place, walk]) => Object.keys(shapes).map((shape) => ({ place, shape, walk }))),
)('$place goes through $shape in time that grows with it', async ({ shape, walk }) => {
  await expectLinear(shapes[shape] ?? (() => undefined), walk)
})

test('every walk over data is measured', () => {
  const overData = Object.keys(RECURSIVE).filter((place) => RECURSIVE[place] === BOUNDED_JSON)
  expect(overData.filter((place) => walks[place] === undefined)).toEqual([])
})

/** Streams and texts: what is read, by how it is made. */
const readings: Record<string, { make: (parts: number) => unknown; read: Walk }> = {
  'calls of tools under ever new numbers': {
    make: (parts) => numbered(parts, (index) => ({ index, function: { name: 'a' } })),
    read(deltas) {
      const calls = new ToolCallAssembly()
      for (const delta of deltas as { index: number }[]) calls.add(delta)
      return calls.calls()
    },
  },
  'a block of an answer under a number of ten digits': {
    make: (parts) =>
      numbered(parts, (at) =>
        JSON.stringify({
          type: 'content_block_start',
          index: 4_000_000_000 - at,
          content_block: { type: 'text', text: '' },
        }),
      ),
    read(frames) {
      const decoder = new MessageDecoder(endpoint)
      const stop = '{"type":"message_delta","delta":{"stop_reason":"end_turn"}}'
      for (const frame of [...(frames as string[]), stop, '{"type":"message_stop"}']) decoder.push(frame, [])
    },
  },
  'thinking that is blank': {
    make: (parts) => ['<think>', ...numbered(parts, () => ' ')],
    read(pieces) {
      const tags = new ThinkingTags()
      for (const piece of pieces as string[]) tags.push(piece, [])
    },
  },
  'an answer that begins with blanks': {
    make: (parts) => numbered(parts, () => ' '),
    read(pieces) {
      const tags = new ThinkingTags()
      for (const piece of pieces as string[]) tags.push(piece, [])
    },
  },
  'reasoning in words': {
    make: (parts) => numbered(8 * parts, () => 'word '),
    read: (pieces) => readThrough(pieces as string[]),
  },
  'reasoning that makes up what it observes': {
    make: (parts) => numbered(2 * parts, () => '\nobservation: it rains'),
    read: (pieces) => readThrough(pieces as string[]),
  },
  'a list of nothing but quotes': {
    make: (parts) => `x${'a"'.repeat(8 * parts)}`,
    read: (text) => splitList(text as string, ','),
  },
  'records of ever new groups': {
    make: (parts) =>
      numbered(2 * parts, (at) => ({ key: `k${at}`, value: JSON.stringify({ group: `g${at}`, at: 1 }) })),
    read: (records) => staleOf(records as { key: string; value: string }[]),
  },
  'a feed of one entry': {
    make: (parts) => `<feed><entry>${'<name>a</name>'.repeat(4 * parts)}</entry></feed>`,
    read: searchPapers,
  },
  'a feed of entries that end again and again': {
    make: (parts) => `<feed><entry><title>${'x'.repeat(20 * parts)}</title>${'</entry>'.repeat(parts)}</feed>`,
    read: searchPapers,
  },
  'a query': {
    make: (parts) => `SELECT ${'a,'.repeat(parts)}a`,
    read: (text) => tokenizeSql(text as string, 'PostgreSQL'),
  },
  'a page': { make: (parts) => '<p>a<b>c</b>'.repeat(parts), read: (text) => readPageText(text as string) },
  'a text of lines': {
    make: (parts) => 'a few words of a line\n'.repeat(parts),
    read: (text) => [...splitRecursively(text as string, ['\n\n', '\n', ' ', ''], chunks)],
  },
  'a text without a place to cut': {
    make: (parts) => 'x'.repeat(20 * parts),
    read: (text) => [...splitRecursively(text as string, ['\n\n', '\n', ' ', ''], chunks)],
  },
  'Markdown of headings alone': {
    make: (parts) => '# a\n'.repeat(parts),
    read: (text) => [...splitMarkdown(text as string, { ...chunks, headingLevel: 6 })],
  },
  'Markdown of one table': {
    make: (parts) => `| a | b |\n| - | - |\n${'| c | d |\n'.repeat(parts)}`,
    read: (text) => [...splitMarkdown(text as string, { ...chunks, headingLevel: 6 })],
  },
}

test.each(Object.entries(readings))('%s: read in time that grows with its length', async (_, { make, read }) => {
  await expectLinear(make, read)
})

test('a walk that takes the square of its data would be found', async () => {
  const square: Walk = (data) => {
    let seen: unknown[] = []
    for (const each of data as unknown[]) seen = [...seen, each]
    return seen
  }
  await expect(expectLinear((parts) => numbered((3 * parts) / 4, (at) => at), square)).rejects.toThrow('expected')
})

async function expectLinear(make: (parts: number) => unknown, walk: Walk): Promise<void> {
  const small = make(PARTS)
  const large = make(TIMES * PARTS)
  // Read once before it counts, so that compiling it is not what is measured.
  await leastTime(small, walk)
  let growth = Number.POSITIVE_INFINITY
  // A busy machine may spoil one look; the square of the data is there in each.
  for (let look = 0; look < LOOKS && growth >= MOST_GROWTH; look += 1) {
    const before = Math.max(await leastTime(small, walk), NO_TIME_MS)
    growth = Math.min(growth, (await leastTime(large, walk, MOST_GROWTH * before)) / before)
  }
  expect(growth).toBeLessThan(MOST_GROWTH)
}

/**
 * Time of the quickest of a few tries: the others met a collection of garbage. By the clock or of the processor, whichever is
 * less: others of the machine are in the one, and threads that collect garbage in the other. None is made after one that was
 * quick enough: it could only be quicker.
 */
async function leastTime(data: unknown, walk: Walk, enough = 0): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3 && least >= enough; round += 1) {
    const [began, used] = [performance.now(), process.cpuUsage()]
    await walk(data)
    const { user, system } = process.cpuUsage(used)
    least = Math.min(least, performance.now() - began, (user + system) / 1000)
  }
  return least
}

function numbered<Item>(count: number, make: (at: number) => Item): Item[] {
  return Array.from({ length: count }, (_, at) => make(at))
}

function deep(levels: number): unknown {
  let value: unknown = { name: 'bottom' }
  for (let level = 0; level < levels; level += 1) value = { a: value, name: null }
  return value
}

function flowHolding(value: unknown): Flow {
  return {
    nodes: [{ id: 'n_0', data: { id: 'n_0', inputParams: [], inputs: { value } } }],
    edges: [],
  } as unknown as Flow
}

function compiled(value: unknown) {
  const inputs = [{ name: 'value', label: 'Value', type: 'json', acceptVariable: true }]
  const node = { id: 'n_0', data: { inputParams: [] } }
  const drawn = { description: { inputs }, node, incoming: [], isLoading: false } as unknown as DrawnNode
  return compileInputs(drawn, { value }, new Map())
}

function schemaLike(data: unknown): object {
  if (typeof data !== 'object' || data === null) return { type: 'string' }
  const properties = Object.fromEntries(Object.entries(data).map(([key, each]) => [key, schemaLike(each)]))
  return { type: 'object', properties, required: Object.keys(properties) }
}

function rowHolding(schema: object): OutputRow {
  return { key: 'list', type: 'jsonArray', jsonSchema: JSON.stringify({ each: schema }) }
}

function zodLike(data: unknown): string {
  if (typeof data !== 'object' || data === null) return 'z.string()'
  const fields = Object.entries(data).map(([key, each]) => `k${key}: ${zodLike(each)}`)
  return `z.object({${fields.join(', ')}})`
}

function readThrough(pieces: readonly string[]): number {
  const reader = readReasoning([])
  let told = 0
  for (const piece of pieces) for (const event of reader.read(piece)) told += event.type === 'thinking' ? 1 : 0
  return told
}

function staleOf(listed: readonly { key: string; value: string }[]): Promise<unknown> {
  const records = { ...testContext().records, list: async () => [...listed] }
  const manager = storedRecordManager({ records, namespace: 'n', cleanup: 'incremental', sourceIdKey: 'source' })
  return manager.stale('s', { before: 2, groups: listed.map((_, at) => `g${at}`) })
}

async function searchPapers(feed: unknown): Promise<unknown> {
  const answer = (): Promise<Response> => Promise.resolve(new Response(feed as string))
  const search = await buildNode<Tool>(arxiv, { inputs: {}, context: testContext({ fetch: answer }) })
  return search.call({ input: 'lamps' }, testRun())
}

async function bodyWithoutNulls(data: unknown): Promise<unknown> {
  const answer = (): Promise<Response> => Promise.resolve(new Response('done'))
  const tool = endpointTool(
    {
      method: 'POST',
      path: '/',
      operationId: 'a',
      description: '',
      parameters: [],
      body: { schema: {}, isRequired: true },
    } as never,
    {
      context: testContext({ fetch: answer }),
      server: 'https://a.test',
      headers: {},
      returnDirect: false,
      removeNulls: true,
      customCode: undefined,
    },
  )
  return tool.call({ requestBody: data }, testRun())
}
