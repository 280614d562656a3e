import {
  givesKind,
  isParam,
  type CredentialValues,
  type InputDescription,
  type NodeDescription,
  type ValueKind,
} from '@chatwright/core'
import { buildComponent, type Component, type Effects } from '@chatwright/engine'
import { loadCatalogue } from '@chatwright/nodes'
import { expect, test } from 'vitest'

const catalogue = await loadCatalogue()

/** Every kind that a setting may soon ask for without a drawing. */
const KINDS: readonly ValueKind[] = [
  'chat-model',
  'embeddings',
  'toolkit',
  'vector-store',
  'retriever',
  'memory',
  'documents',
  'text-splitter',
  'record-manager',
  'cache',
  'moderation',
  'prompt',
  'output-parser',
]

const cases = KINDS.flatMap((kind) =>
  catalogue.nodes.filter((node) => givesKind(node, kind) && !needsMore(node)).map((node) => [node.name, kind] as const),
)

test.each(cases)('%s is built as a component that is a %s, without touching the network', async (name, want) => {
  const component = await exampleOf({ name })
  const { value } = await buildComponent(component, { catalogue, want, request, effects: effectsFor() })
  expect(value.kind).toBe(want)
})

test('every kind has a node, and the kinds that agents and tests choose from have many', () => {
  const count = (kind: ValueKind) => cases.filter(([, each]) => each === kind).length
  expect(KINDS.filter((kind) => count(kind) === 0)).toEqual([])
  expect(count('chat-model')).toBeGreaterThan(20)
})

const request = {
  runId: 'component',
  session: { flowId: 'flow', chatId: 'chat', sessionId: 'chat', origin: 'internal' as const },
  question: '',
  signal: new AbortController().signal,
}

/** A node with the inputs of its own example, and for each connection that it must have the simplest node that fits. */
async function exampleOf({ name, output }: { name: string; output?: string }): Promise<Component> {
  const node = catalogue.describe(name)
  if (!node) throw new Error(`The catalogue has no ${name}`)
  const { example = {} } = await catalogue.loadNode(name)
  const connected = await Promise.all(
    requiredAnchors(node).map(async (input) => {
      const part = await exampleOf(simplestFor(input))
      return [input.name, input.list ? [part] : part] as const
    }),
  )
  return {
    name,
    ...(output !== undefined && { output }),
    inputs: { ...example, ...Object.fromEntries(connected) },
    ...(node.credential && { credential: node.credential.credentialNames?.[0] ?? '' }),
  }
}

function requiredAnchors(node: NodeDescription): InputDescription[] {
  return node.inputs.filter((input) => !isParam(input) && !input.optional)
}

/** In rounds: what needs no connection, then what needs only that, and so on. A node that needs its like is never simplest. */
const simplest: NodeDescription[] = []
for (let found = -1; found !== simplest.length;) {
  found = simplest.length
  const known = [...simplest]
  const isReady = (node: NodeDescription) =>
    requiredAnchors(node).every((input) => known.some((each) => fits(each, input)))
  simplest.push(...catalogue.nodes.filter((node) => !known.includes(node) && !needsMore(node) && isReady(node)))
}

function simplestFor(input: InputDescription): { name: string; output?: string } {
  const node = simplest.find((each) => fits(each, input))
  if (!node) throw new Error(`No node gives ${input.type}`)
  const output = node.outputs?.find((each) => carries(each.baseClasses, input))
  return { name: node.name, ...(output && { output: output.name }) }
}

function fits({ baseClasses, outputs }: NodeDescription, input: InputDescription): boolean {
  return outputs ? outputs.some((each) => carries(each.baseClasses, input)) : carries(baseClasses, input)
}

function carries(classes: readonly string[], { type }: InputDescription): boolean {
  return type.split('|').some((part) => classes.includes(part.trim()))
}

function needsMore({ traits }: NodeDescription): boolean {
  return traits?.usesRequest === true || traits?.inert === true
}

/** Credentials by their kind; of everything else outside only what a build may read. */
function effectsFor(): Effects {
  const refused = () => Promise.reject(new Error('A build touched the network'))
  const context = {
    now: () => 0,
    flow: { id: 'flow', name: 'Flow' },
    fetch: refused,
    providerFetch: refused,
    dialAddress: async (host: string) => host,
    logger: { debug: () => {}, info: () => {}, warn: () => {} },
    variables: async () => ({}),
    customTools: { list: async () => [], get: async () => undefined },
    mcpServers: { list: async () => [], open: async () => undefined },
  }
  return {
    context: context as unknown as Effects['context'],
    credential: async (kind): Promise<CredentialValues> =>
      Object.fromEntries(
        (catalogue.describeCredential(kind)?.inputs ?? []).map((input) => [
          input.name,
          /url|endpoint|host/i.test(input.name) ? 'https://vendor.example' : `${input.name}-value`,
        ]),
      ),
  }
}
