import { givesKind, isParam, type NodeContext, type NodeDescription, type Run, type ValueKind } from '@chatwright/core'
import { buildComponent, type CallGate, type Component, type Effects } from '@chatwright/engine'
import { loadCatalogue } from '@chatwright/nodes'
import { expect, test } from 'vitest'
import { guardEffects } from './guarded-effects.ts'
import { createReplay } from './replay-gate.ts'

const catalogue = await loadCatalogue()

/** What went out, and within a call of which effect. */
interface Sent {
  node: string
  effect: string
  what: string
}

let sent: Sent[] = []
let inside: string | undefined

function countingEffects(node: string): Effects {
  const count = (what: string) => sent.push({ node, effect: inside ?? 'none', what })
  const answer = async (input: unknown, init?: { method?: string }) => {
    count(`${init?.method ?? 'GET'} ${String(input)}`)
    return Response.json({})
  }
  const counted = (what: string) => async () => {
    count(what)
    return []
  }
  const context = {
    fetch: answer,
    providerFetch: answer,
    dialAddress: async (host: string) => {
      count(`dial ${host}`)
      throw new Error('Nobody is there')
    },
    logger: { debug: () => {}, info: () => {}, warn: () => {} },
    now: () => 0,
    flow: { id: 'flow', name: 'Flow' },
    files: {
      open: counted('open'),
      save: counted('save file'),
      forget: counted('forget file'),
      keepInChat: counted('keep file'),
      list: counted('list'),
    },
    history: { load: async () => [], clear: counted('clear history') },
    vectors: {
      search: async () => [],
      searchText: async () => [],
      upsert: counted('upsert vectors'),
      delete: counted('delete vectors'),
    },
    records: { get: async () => undefined, set: counted('set record'), delete: counted('delete record') },
    knowledge: { list: async () => [], search: async () => [] },
    sandbox: { run: counted('code') },
    isolate: async () => ({}),
    customTools: { list: async () => [], get: async () => undefined },
    mcpServers: { list: async () => [], open: async () => undefined },
    flows: { list: async () => [], ask: counted('ask a flow') },
    variables: async () => ({}),
  } as unknown as NodeContext
  const secret = new Proxy<Record<string, string>>({}, { get: () => 'https://vendor.example' })
  return { context, credential: async () => secret }
}

/** A node with what must be connected to it, each the first of the catalogue that needs nothing itself. */
function componentOf(
  { name, inputs, credential }: NodeDescription,
  example: Readonly<Record<string, unknown>>,
): Component {
  const parts = inputs
    .filter((input) => !isParam(input) && !input.optional)
    .flatMap((input) => {
      const classes = new Set(input.type.split('|').map((part) => part.trim()))
      const part = catalogue.nodes.find(
        (node) =>
          node.baseClasses.some((each) => classes.has(each)) &&
          node.inputs.every((each) => isParam(each) || each.optional),
      )
      return part ? [[input.name, { name: part.name, inputs: {}, credential: 'any' }]] : []
    })
  // One that needs none is tried without: a connection sends to its own hosts alone.
  const held = credential?.optional ? {} : { credential: 'any' }
  return { name, ...held, inputs: { ...example, ...Object.fromEntries(parts) } }
}

async function tryOut(node: NodeDescription, want: ValueKind, use: (value: never, run: Run) => Promise<unknown>) {
  const stop = new AbortController()
  const { effects, outside } = guardEffects(countingEffects(node.name))
  const replay = createReplay({
    events: [],
    calls: [],
    values: new Map(),
    asks: 25,
    answers: new Map(),
    pinned: new Map(),
    again: new Set(),
    failedAgain: false,
    only: undefined,
    allowed: new Set(),
    labelOf: () => undefined,
    hide: (value) => value,
    stop: () => stop.abort(),
    outside,
  })
  const gate: CallGate = {
    ...replay.gate,
    once: (call, work) =>
      replay.gate.once(call, async () => {
        inside = call.effect
        try {
          return await work()
        } finally {
          inside = undefined
        }
      }),
  }
  const { example = {} } = await catalogue.loadNode(node.name)
  const session = { flowId: 'flow', chatId: 'c', sessionId: 's', origin: 'internal' as const }
  try {
    const { value, run } = await buildComponent(componentOf(node, example), {
      catalogue,
      want,
      request: { runId: 'r', session, question: 'q', signal: stop.signal, gate },
      effects,
    })
    await use(value as never, run)
  } catch {
    // Held back, refused, or short of a credential: whatever it was, it is counted what went out.
  }
  return replay
}

const inputFor = {
  input: 'x',
  url: 'https://shop.example/orders',
  body: '{}',
  method: 'POST',
  query: 'x',
  question: 'x',
}

test('no tool of the catalogue writes while something is tried: it is held back, and nothing goes out', async () => {
  sent = []
  const heldBack: string[] = []
  const tried: string[] = []
  for (const node of catalogue.nodes.filter((each) => givesKind(each, 'tool'))) {
    let isWriting = false
    const replay = await tryOut(node, 'tool', async (tool: { effect?: string; call: Function }, run) => {
      tried.push(node.name)
      isWriting = (tool.effect ?? 'writes') === 'writes'
      await (tool.call as (input: object, run: Run) => Promise<unknown>)(inputFor, run)
    })
    if (replay.stopped?.why === 'held-back') heldBack.push(node.name)
    if (isWriting && replay.done.some(({ effect }) => effect === 'writes')) throw new Error(`${node.name} wrote`)
  }
  expect(sent.filter(({ effect }) => effect === 'writes' || effect === 'none')).toEqual([])
  expect(tried.length).toBeGreaterThan(10)
  expect(heldBack).toEqual(expect.arrayContaining(['requestsPost', 'requestsPut', 'requestsDelete']))
})

test('no store of the catalogue is loaded or emptied while something is tried', async () => {
  sent = []
  const tried: string[] = []
  const documents = [{ pageContent: 'A passage', metadata: {} }]
  for (const node of catalogue.nodes.filter((each) => givesKind(each, 'vector-store'))) {
    for (const method of ['add', 'upsert', 'delete'] as const) {
      await tryOut(node, 'vector-store', async (store: Record<string, Function>, run) => {
        tried.push(node.name)
        const call = store[method] as (...given: unknown[]) => Promise<unknown>
        await (method === 'upsert' ? call(run) : call(method === 'add' ? documents : ['id'], run))
      })
    }
  }
  // Embeddings may be asked for what was never embedded; nothing else.
  expect(sent.filter(({ effect }) => effect !== 'asks')).toEqual([])
  expect(new Set(tried).size).toBeGreaterThan(3)
})

test('no memory of the catalogue keeps what is only tried', async () => {
  sent = []
  const tried: string[] = []
  for (const node of catalogue.nodes.filter((each) => givesKind(each, 'memory'))) {
    await tryOut(node, 'memory', async (memory: { save: Function }, run) => {
      tried.push(node.name)
      await (memory.save as (exchange: object, run: Run) => Promise<unknown>)({ question: 'q', answer: 'a' }, run)
    })
  }
  expect(sent).toEqual([])
  expect(tried.length).toBeGreaterThan(2)
})
