import {
  createCatalogueIndex,
  createNode,
  isParam,
  type Flow,
  type InputDescription,
  type NodeDescription,
} from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import { expect, test } from 'vitest'
import { readFlowSettings } from '../flows/flow-settings.ts'
import { fileInputsOf } from './open-file-inputs.ts'
import { overridableInputs } from './overridable-inputs.ts'
import { allowedOverrides } from './override-config.ts'

const catalogue = await loadCatalogue()
const params = (node: NodeDescription): InputDescription[] => node.inputs.filter(isParam)

const chatNode = catalogue.nodes.find(({ name }) => name === 'chatOpenAI') as NodeDescription

/** A flow of one node, each of its inputs opened, as an imported file may say it whatever the screen offers. */
function openedWide(node: NodeDescription) {
  const drawn = createNode(node, { id: `${node.name}_0`, position: { x: 0, y: 0 } })
  const flow: Flow = { nodes: [{ ...drawn, data: { ...drawn.data, inputs: { fileUpload: true } } }], edges: [] }
  const nodes = { [drawn.id]: params(node).map(({ name }) => ({ name, enabled: true })) }
  const apiConfig = JSON.stringify({ overrideConfig: { status: true, nodes } })
  const settings = readFlowSettings(apiConfig, null)
  return { flow, settings, describe: () => node, id: drawn.id }
}

test.each(catalogue.nodes.map((node) => [node.name, node] as const))(
  'no stored setting lets a request decide where a secret of %s goes',
  (_, node) => {
    const { flow, settings, describe, id } = openedWide(node)
    const harmless = new Set(params(node).flatMap(({ name, destination }) => (destination === false ? name : [])))
    const overrideConfig = Object.fromEntries(params(node).map(({ name }) => [name, 'http://thief.example']))
    const allowed = allowedOverrides({ flow, describe, settings: settings.overrides, overrideConfig })
    expect(Object.keys(allowed.nodes[id] ?? {}).filter((name) => !harmless.has(name))).toEqual([])
    const uploads = fileInputsOf(flow, describe, settings).filter(({ isOpen }) => isOpen)
    expect(uploads.map(({ input }) => input.name).filter((name) => !harmless.has(name))).toEqual([])
    const offered = overridableInputs({ id, name: node.name, label: node.label }, describe)
    const labels = new Set(params(node).flatMap(({ label, name }) => (harmless.has(name) ? label : [])))
    expect(offered.map(({ label }) => label).filter((label) => !labels.has(label))).toEqual([])
  },
)

const variablesOf = (vars: unknown, isOwner = false) => {
  const variables = [
    { name: 'tone', enabled: true },
    { name: 'pages', enabled: true },
  ]
  const apiConfig = JSON.stringify({ overrideConfig: { status: true, nodes: {}, variables } })
  const { overrides } = readFlowSettings(apiConfig, null)
  const settings = isOwner ? undefined : overrides
  const flow: Flow = { nodes: [], edges: [] }
  return allowedOverrides({ flow, describe: () => undefined, settings, overrideConfig: { vars } }).variables
}

test('variables that the owner opened are taken, as text; the owner may name any', () => {
  const given = { tone: 'kind', pages: 3, token: 'stolen' }
  expect(variablesOf(given)).toEqual({ tone: 'kind', pages: '3' })
  expect(variablesOf(JSON.stringify(given))).toEqual({ tone: 'kind', pages: '3' })
  expect(variablesOf({ tone: true })).toEqual({ tone: 'true' })
  expect(variablesOf(given, true)).toEqual({ tone: 'kind', pages: '3', token: 'stolen' })
})

test.each([[null], [7], [undefined], ['tone'], ['{"tone":'], ['null'], [{ tone: null }], [{ tone: ['kind'] }]])(
  'variables given as %j are none',
  (vars) => {
    expect(variablesOf(vars)).toEqual({})
    expect(variablesOf(vars, true)).toEqual({})
  },
)

test('an input for files is offered by the types it takes, or for any', () => {
  const file = { name: 'upload', type: 'file', label: 'File', destination: false }
  const offered = (fileType?: string) => {
    const inputs = [{ ...file, ...(fileType && { fileType }) }]
    return overridableInputs({ id: 'loader_0', name: 'loader', label: 'Loader' }, () => ({ inputs }) as NodeDescription)
  }
  const named = { node: 'Loader', nodeId: 'loader_0', label: 'File', name: 'files' }
  expect(offered('.pdf')).toEqual([{ ...named, type: '.pdf' }])
  expect(offered()).toEqual([{ ...named, type: '*' }])
})

test('what is declared harmless can be opened, and only that is', () => {
  const known = catalogue.nodes.find(({ name }) => name === 'postgres')
  if (!known) throw new Error('The catalogue has no Postgres store')
  const { flow, settings, describe, id } = openedWide(known)
  const overrideConfig = Object.fromEntries(params(known).map(({ name }) => [name, '1']))
  const allowed = allowedOverrides({ flow, describe, settings: settings.overrides, overrideConfig })
  expect(Object.keys(allowed.nodes[id] ?? {}).sort()).toEqual([
    'batchSize',
    'contentColumnName',
    'distanceStrategy',
    'pgMetadataFilter',
    'tableName',
    'topK',
  ])
})

test('what takes part is looked up once for each node, however many names a request holds', () => {
  const { flow, settings, id } = openedWide(chatNode)
  let looks = 0
  const describe = () => {
    looks += 1
    return chatNode
  }
  const names = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`name${at}`, at]))
  const overrideConfig = { ...names, temperature: 0.2 }
  const allowed = allowedOverrides({ flow, describe, settings: settings.overrides, overrideConfig })
  expect([allowed.nodes, looks]).toEqual([{ [id]: { temperature: 0.2 } }, 1])
  expect(allowed.ignored?.slice(-2)).toEqual(['name19', 'and 980 more'])
})

const given = (nodes: Flow['nodes'], overrideConfig: Record<string, unknown>, describe = describeIn(catalogue.nodes)) =>
  allowedOverrides({ flow: { nodes, edges: [] }, describe, settings: undefined, overrideConfig }).nodes
const describeIn = (descriptions: readonly NodeDescription[]) => {
  const index = createCatalogueIndex(descriptions)
  return (name: string) => index.describe(name)
}
const drawn = (id: string, formerIds?: string[]) => {
  const description = catalogue.nodes.find(({ name }) => name === id.replace(/_\d+$/, ''))
  const node = createNode(description ?? chatNode, { id, position: { x: 0, y: 0 } })
  return formerIds ? { ...node, data: { ...node.data, formerIds } } : node
}

test.each([
  [0.5, { a: 0.5, b: 0.5 }],
  [{ a: 0.1 }, { a: 0.1 }],
  [
    { a: 0.1, b: 0.2 },
    { a: 0.1, b: 0.2 },
  ],
])('%j is meant for the nodes that it names, or for all', (temperature, expected) => {
  expect(given([drawn('a'), drawn('b')], { temperature })).toEqual(
    Object.fromEntries(Object.entries(expected).map(([id, value]) => [id, { temperature: value }])),
  )
})

test.each([[{ other_0: 0.1 }], [{ other_0: 0.1, a: 0.2 }], [{ other: 0.1 }]])(
  '%j names a node that is not there, and is refused with the ids there are',
  (temperature) => {
    expect(() => given([drawn('a'), drawn('b')], { temperature })).toThrow(/has the id "other.*Use one of: a, b\./)
  },
)

test('a node that is there and takes no such value is no other than one that is not', () => {
  const memory = drawn('bufferMemory_0')
  expect(() => given([drawn('a'), memory], { temperature: { bufferMemory_0: 1 } })).toThrow('Use one of: a.')
})

test('what is closed in one node and open in another is named, and so is what does not fit', () => {
  const apiConfig = JSON.stringify({
    overrideConfig: { status: true, nodes: { a: [{ name: 'temperature', enabled: true }] } },
  })
  const { overrides: settings } = readFlowSettings(apiConfig, null)
  const flow: Flow = { nodes: [drawn('a'), drawn('b', ['c'])], edges: [] }
  const allow = (overrideConfig: Record<string, unknown>) =>
    allowedOverrides({ flow, describe: describeIn(catalogue.nodes), settings, overrideConfig })
  expect(allow({ temperature: { a: 0.1, c: 0.2 } })).toEqual({
    nodes: { a: { temperature: 0.1 } },
    variables: {},
    ignored: ['temperature.c'],
  })
  expect(allow({ temperature: null, vars: 'tone' }).ignored).toEqual(['temperature', 'vars'])
})

test('JSON whose keys look like ids is a value, unless they name a type of node', () => {
  const prompt = drawn('promptTemplate_0')
  expect(given([prompt], { promptValues: { name_1: 'Ann' } })).toEqual({
    promptTemplate_0: { promptValues: { name_1: 'Ann' } },
  })
  const named = { promptValues: { promptTemplate_7: { name: 'Ann' } } }
  expect(() => given([prompt], named)).toThrow('Use one of: promptTemplate_0.')
})

test('a node is meant by an id it had under an older name', () => {
  const systemMessage = { openAIFunctionAgent_0: 'x' }
  const marked = [drawn('toolAgent_0'), drawn('toolAgent_1', ['openAIFunctionAgent_0'])]
  expect(given(marked, { systemMessage })).toEqual({ toolAgent_1: { systemMessage: 'x' } })
  // Stored before former ids were: the only one of its type is meant, and of two neither.
  expect(given([drawn('toolAgent_0')], { systemMessage })).toEqual({ toolAgent_0: { systemMessage: 'x' } })
  expect(() => given([drawn('toolAgent_0'), drawn('toolAgent_1')], { systemMessage })).toThrow(
    'Use one of: toolAgent_0, toolAgent_1.',
  )
})
