import { readFileSync } from 'node:fs'
import {
  createCatalogueIndex,
  createNode,
  givesKind,
  hearers,
  isParam,
  parseInput,
  setInput,
  speakers,
  validateFlow,
  type ChatModel,
  type Flow,
  type InputDescription,
  type NodeDefinition,
  type VectorStore,
} from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { buildNode, exampleInputs } from '../test/build-node.ts'
import { conformingValue } from '../test/conforming-values.ts'
import { testContext } from '../test/test-context.ts'
import { loadCatalogue } from './index.ts'

const catalogue = await loadCatalogue()
const index = createCatalogueIndex(catalogue.nodes)
const sentence = /^[\p{Lu}\d"`{].*[.!?)]$/su

/** What a node that stands alone cannot but lack. */
const ALONE: ReadonlySet<string> = new Set(
  'no-ending no-step missing-credential unfilled-variables no-start unreached-step loop-target'.split(' '),
)

/** Kinds that no request fills, whatever the owner opens. */
const NEVER_OPEN: ReadonlySet<string> = new Set(['code', 'folder', 'credential', 'datagrid'])

/** A second look at what was declared harmless; `ignorePath` and `repoLink` name places inside something reached already. */
const soundsLikeDestination =
  /^(?!ignorePath$|repoLink$)(.*(url|uri|link|path|host|server|endpoint|port|ssl|scheme|proxy)|baseOptions|instanceApi|additionalConfig)$/i

/** Vector stores that no store of documents can be made of, because they read one. */
const READS_STORES = 'documentStoreVS'

test('every vector store gives back what it holds, so that a store of documents can move away from it', async () => {
  const kinds = await Promise.all(
    catalogue.nodes
      .filter(({ category, name }) => category === 'Vector Stores' && name !== READS_STORES)
      .map(async ({ name }) => {
        const definition = await catalogue.loadNode(name)
        const value = await buildNode<VectorStore>(definition, {
          inputs: exampleInputs(definition),
          credential: exampleCredential(definition),
          output: 'vectorStore',
          context: testContext(),
        })
        return { name, moves: value.isForgetful ? 'forgets' : typeof value.stored === 'function' ? 'moves' : 'stays' }
      }),
  )
  const named = (moves: string) => kinds.flatMap((kind) => (kind.moves === moves ? [kind.name] : [])).toSorted()
  expect({ moves: named('moves'), forgets: named('forgets'), stays: named('stays') }).toEqual({
    moves: ['builtInVectorStore', 'chroma', 'faiss', 'pinecone', 'postgres', 'qdrant', 'supabase', 'weaviate'],
    forgets: ['memoryVectorStore'],
    stays: [],
  })
})

test('every chat model says which of its inputs names the model, and asks the one it is given there', async () => {
  const models = catalogue.nodes.filter((node) => givesKind(node, 'chat-model'))
  const asked = await Promise.all(
    models.map(async ({ name, traits }) => {
      const definition = await catalogue.loadNode(name)
      const { modelInput } = traits ?? {}
      const value = await buildNode<ChatModel>(definition, {
        inputs: { ...exampleInputs(definition), ...(modelInput !== undefined && { [modelInput]: 'owner/another' }) },
        credential: exampleCredential(definition),
        context: testContext(),
      })
      return [name, value.modelName]
    }),
  )
  expect(models.length).toBeGreaterThan(15)
  expect(asked.filter(([, model]) => model !== 'owner/another')).toEqual([['builtInAnswerer', 'built-in-answerer']])
})

describe.each(catalogue.nodes.map((node) => [node.name, node] as const))('node %s', (name, node) => {
  test('is titled, and described in sentences', () => {
    expect(node.category.trim(), 'category').not.toBe('')
    expect(node.description, 'description').toMatch(sentence)
    expect([node, ...node.inputs].filter((each) => each.label.trim() === '')).toEqual([])
    const help = node.inputs.flatMap((input) => input.description ?? [])
    expect(help.filter((text) => !sentence.test(text))).toEqual([])
  })

  test('has names and types that fit the handle grammar', () => {
    const inputNames = node.inputs.map((input) => input.name)
    const parts = [name, ...inputNames, ...(node.outputs ?? []).map((output) => output.name)]
    expect(parts.filter((part) => !/^\w+$/.test(part))).toEqual([])
    expect(new Set(inputNames).size, 'input names are unique').toBe(inputNames.length)
    expect(node.type).toBe(node.baseClasses[0])
  })

  test('has an icon that is a safe drawing', () => {
    const path = catalogue.iconPath(name)
    expect(path, `icons/${node.icon}`).toBeDefined()
    const drawing = readFileSync(path ?? '', 'utf8')
    expect(drawing).toMatch(/^<svg [^>]*viewBox=/)
    expect(drawing).not.toMatch(/<script|\son\w+=|href=/i)
  })

  test('has defaults that its own form accepts', () => {
    expect(node.inputs.flatMap((input) => problemOfDefault(input) ?? [])).toEqual([])
  })

  test('says of every input a request could fill whether it decides where a secret goes', () => {
    const open = node.inputs.filter((input) => isParam(input) && !NEVER_OPEN.has(input.type))
    expect(open.filter((input) => input.destination === undefined).map((input) => input.name)).toEqual([])
  })

  test('declares as destinations what sounds like one', () => {
    const carriesSecret = node.credential !== undefined || node.inputs.some((input) => /headers$/i.test(input.name))
    const harmless = node.inputs.filter((input) => input.destination === false).map((input) => input.name)
    expect(carriesSecret ? harmless.filter((input) => soundsLikeDestination.test(input)) : []).toEqual([])
  })

  test('says of every text of JSON that it is one, so that what is filled in stays in its place', () => {
    const inputs = node.inputs.flatMap((input) => [input, ...(input.variants ?? []), ...(input.array ?? [])])
    const texts = inputs.filter(
      ({ type, description = '' }) => type === 'string' && /\b(as|A)( a)? JSON\b|^JSON/.test(description),
    )
    expect(texts.filter(({ isJson }) => isJson === undefined).map((input) => input.name)).toEqual([])
  })

  test('offers only load methods, outputs, inputs and credentials that exist', async () => {
    const { load = {} } = await catalogue.loadNode(name)
    const { answers } = node.traits ?? {}
    expect(Object.keys(load)).toEqual(expect.arrayContaining(node.inputs.flatMap((input) => input.loadMethod ?? [])))
    expect((node.outputs ?? []).map((output) => output.name)).toEqual(
      expect.arrayContaining(Array.isArray(answers) ? [...answers] : []),
    )
    const credentialNames = node.credential?.credentialNames ?? []
    expect(credentialNames.filter((credential) => !catalogue.describeCredential(credential))).toEqual([])
    const conditions = node.inputs.flatMap((input) => Object.keys({ ...input.show, ...input.hide }))
    expect(node.inputs.map((input) => input.name)).toEqual(expect.arrayContaining(conditions))
  })

  test('passes the check of flows with its example, but for what is connected to it', async () => {
    const { example = {} } = await catalogue.loadNode(name)
    const drawn = createNode(node, { id: `${name}_0`, position: { x: 0, y: 0 } })
    const empty: Flow = { nodes: [drawn], edges: [] }
    const flow = Object.entries(example).reduce((each, [field, value]) => setInput(drawn.id, field, value)(each), empty)
    const isInside = ({ code, field }: { code: string; field?: string }): boolean =>
      !ALONE.has(code) && !(code === 'missing-input' && drawn.data.inputAnchors.some((anchor) => anchor.name === field))
    expect(validateFlow(flow, index).filter(isInside)).toEqual([])
  })

  test('reaches its version from every older one', async () => {
    const { migrations = [], version } = await catalogue.loadNode(name)
    const steps = migrations.map((migration) => migration.to)
    expect(version).toBeGreaterThan(0)
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
    expect(steps.filter((step) => step > version)).toEqual([])
    expect(migrations.map((migration) => typeof migration.migrate({}))).toEqual(migrations.map(() => 'object'))
    // Inside a step no version is kept, so every one is tried there: they find nothing to change in inputs of today.
    const today: Record<string, unknown> = Object.fromEntries(
      node.inputs.map((input) => [input.name, `${input.name} of today`]),
    )
    expect(migrations.reduce((inputs, { migrate }) => migrate(inputs), today)).toEqual(today)
  })

  test('builds from its example without touching the network', async () => {
    const definition = await catalogue.loadNode(name)
    expect(missingInputs(definition), 'inputs neither in the example nor with a default').toEqual([])
    const outputs = definition.outputs ? Object.keys(definition.outputs) : [name]
    for (const output of outputs.filter((each) => !needsRequest(definition, each))) {
      const value = await buildNode(definition, {
        inputs: exampleInputs(definition),
        credential: exampleCredential(definition),
        output,
        context: testContext(),
      })
      const hasNone = definition.traits?.inert === true || definition.traits?.mapped !== undefined
      expect(value === undefined, `output ${output} is there`).toBe(hasNone)
      if (mayAct(value)) expect(definition.traits?.acts, 'says that it acts on the world').toBeDefined()
    }
  })
})

const ofSpeech = new Set<string>([...Object.values(hearers), ...Object.values(speakers)].map((each) => each.credential))

/** Of the chats of other products in which flows answer. */
const ofChannels = new Set(['telegramApi', 'slackAppApi', 'whatsAppCloudApi'])

describe.each(catalogue.credentials.map((credential) => [credential.name, credential] as const))(
  'credential %s',
  (name, credential) => {
    test('is titled, described, drawn and edited in a form', () => {
      expect(credential.label.trim()).not.toBe('')
      expect(credential.description ?? 'Not described.').toMatch(sentence)
      expect(credential.inputs.length).toBeGreaterThan(0)
      expect(credential.inputs.filter((input) => !isParam(input))).toEqual([])
      expect(catalogue.credentialIconPath(name), `icons/${credential.icon}`).toBeDefined()
    })

    test('is asked for by a node, by who hears and speaks for a flow, or by a channel', () => {
      const users = catalogue.nodes.filter((node) => node.credential?.credentialNames?.includes(name))
      expect(users.length > 0 || ofSpeech.has(name) || ofChannels.has(name)).toBe(true)
    })
  },
)

test('every name means one node, old names too', () => {
  const all = catalogue.nodes.flatMap((node) => [node.name, ...(node.aliases ?? []).map((alias) => alias.name)])
  expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([])
})

test('every connection class can be filled by some node', () => {
  const offered = new Set(
    catalogue.nodes.flatMap((node) => [
      ...node.baseClasses,
      ...(node.outputs ?? []).flatMap((each) => each.baseClasses),
    ]),
  )
  const built = catalogue.nodes.filter(({ traits }) => !traits?.mapped)
  const wanted = built.flatMap((node) =>
    node.inputs
      .filter((input) => !isParam(input))
      .map((input) => ({
        where: `${node.name}.${input.name}`,
        classes: input.type.split('|').map((part) => part.trim()),
      })),
  )
  expect(wanted.filter(({ classes }) => !classes.some((each) => offered.has(each)))).toEqual([])
  expect(wanted.filter(({ classes }) => !classes.some((each) => conformingValue(each) !== undefined))).toEqual([])
})

/** A tool of which nobody knows counts as acting, and so does a set of tools. */
function mayAct(value: unknown): boolean {
  const { kind, effect } = (value ?? {}) as { kind?: string; effect?: string }
  return kind === 'toolkit' || (kind === 'tool' && effect !== 'pure' && effect !== 'reads') || effect === 'writes'
}

function problemOfDefault(input: InputDescription): string | undefined {
  try {
    parseInput(input, input.default)
    return undefined
  } catch (error) {
    return String(error)
  }
}

function missingInputs(definition: NodeDefinition): string[] {
  if (definition.traits?.mapped) return []
  const inputs = exampleInputs(definition)
  return Object.entries(definition.inputs)
    .filter(
      ([name, input]) => !input.optional && !input.show && input.default === undefined && inputs[name] === undefined,
    )
    .map(([name]) => name)
}

function exampleCredential(definition: NodeDefinition): Record<string, string> {
  const declared = definition.credential ?? []
  const credential = catalogue.describeCredential(('names' in declared ? declared.names : declared)[0] ?? '')
  return Object.fromEntries((credential?.inputs ?? []).map((input) => [input.name, exampleText(input)]))
}

function exampleText(input: InputDescription): string {
  return /url|endpoint|host/i.test(input.name) ? 'https://vendor.example' : `${input.name}-value`
}

function needsRequest(definition: NodeDefinition, output: string): boolean {
  const { usesRequest } = definition.traits ?? {}
  return usesRequest === true || (Array.isArray(usesRequest) && usesRequest.includes(output))
}
