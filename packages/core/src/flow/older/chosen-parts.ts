import type { Flow, FlowNode } from '../document.ts'
import { flowGraph } from '../graph.ts'
import { isParam } from '../handles.ts'
import { chosenOutputName, nodeOutputs } from '../node-outputs.ts'
import { CREDENTIAL_KEY, VERSION_KEY } from '../steps/chosen-node.ts'
import { connectedTo, inputOf, Refused, textOf, type Describe } from './older-flow.ts'

type Settings = Record<string, unknown>

/** A drawn node as a step holds it when it is chosen there: its name under the input's, its settings beside it. */
export function chosenIn(input: string, node: FlowNode, { flow, describe }: { flow: Flow; describe: Describe }) {
  const { name } = node.data
  const settings = settingsOf(node, { flow, describe }, new Set())
  const version = versionOf(node, describe)
  return {
    [input]: name,
    [`${input}Config`]: {
      ...settings,
      ...(node.data.credential !== undefined && { [CREDENTIAL_KEY]: node.data.credential }),
      ...(version !== undefined && { [VERSION_KEY]: version }),
      [input]: name,
    },
  }
}

/** How many nodes may hang on each other below a step. */
const DEEPEST = 50

interface Around {
  flow: Flow
  describe: Describe
}

/** What a node holds, with what is connected to it as parts of its own. */
function settingsOf(node: FlowNode, around: Around, above: ReadonlySet<string>): Settings {
  const { flow, describe } = around
  const description = describe(node.data.name)
  if (!description) {
    throw new Refused(
      node,
      `"${node.data.label}" (${node.data.name}) isn't installed on this server.`,
      'Replace it with a node from the palette, or install its package.',
    )
  }
  if (above.has(node.id)) {
    throw new Refused(
      node,
      `"${node.data.label}" is connected to itself.`,
      'Remove one of the connections in the circle.',
    )
  }
  if (above.size >= DEEPEST) {
    throw new Refused(node, `More than ${DEEPEST} nodes are connected in a row.`, 'Shorten the chain of connections.')
  }
  const within = new Set([...above, node.id])
  const connected = new Set((flowGraph(flow).incoming.get(node.id) ?? []).map(inputOf))
  const anchors = new Set(node.data.inputAnchors.map(({ name }) => name))
  const own = Object.entries(node.data.inputs).filter(([name]) => !anchors.has(name) && !connected.has(name))
  const parts = description.inputs.flatMap((input): [string, unknown][] => {
    // Documents are loaded by the drawing as it is stored; an answer does not need them.
    if (isParam(input) || input.phase === 'upsert') return []
    const sources = connectedTo(flow, node, input.name)
    if (sources.length === 0) return []
    const values = sources.map((source) => partOf(source, around, within))
    return [[input.name, input.list ? values : values[0]]]
  })
  return Object.fromEntries([...own, ...parts])
}

function partOf(node: FlowNode, around: Around, above: ReadonlySet<string>): Settings {
  const version = versionOf(node, around.describe)
  return {
    name: node.data.name,
    label: node.data.label,
    inputs: settingsOf(node, around, above),
    ...(node.data.credential !== undefined && { credential: node.data.credential }),
    ...(nodeOutputs(node).length > 1 && { output: chosenOutputName(node) }),
    ...(version !== undefined && { version }),
  }
}

/** Said only where it matters: a node of an older version keeps what its inputs meant. */
function versionOf(node: FlowNode, describe: Describe): number | undefined {
  const { version } = node.data
  return version !== undefined && version !== describe(node.data.name)?.version ? version : undefined
}

/** Tools as rows of an Agent. One that searches a store is knowledge of the agent, which the older product can edit too. */
export function toolRows(tools: readonly FlowNode[], around: Around, isGuarded: boolean) {
  const searches = tools.map((tool) => searchRow(tool, around))
  return {
    agentTools: tools
      .filter((_, index) => isGuarded || !searches[index])
      .map((tool) => ({
        ...chosenIn('agentSelectedTool', tool, around),
        agentSelectedToolRequiresHumanInput: isGuarded,
      })),
    agentKnowledgeVSEmbeddings: isGuarded ? [] : searches.filter((row) => row !== undefined),
  }
}

function searchRow(tool: FlowNode, around: Around): Settings | undefined {
  if (tool.data.name !== 'retrieverTool') return undefined
  const [store, ...others] = connectedTo(around.flow, tool, 'retriever')
  if (!store || others.length > 0 || !around.describe(store.data.name)?.traits?.upserts) return undefined
  const [embeddings, ...more] = connectedTo(around.flow, store, 'embeddings')
  if (!embeddings || more.length > 0 || hasMore(store, around)) return undefined
  const { embeddings: _, ...storeConfig } = chosenIn('vectorStore', store, around)['vectorStoreConfig'] as Settings
  return {
    vectorStore: store.data.name,
    vectorStoreConfig: storeConfig,
    ...chosenIn('embeddingModel', embeddings, around),
    knowledgeName: textOf(tool, 'name'),
    knowledgeDescription: textOf(tool, 'description'),
    returnSourceDocuments: String(tool.data.inputs['returnSourceDocuments']) === 'true',
  }
}

/** Whether more is connected to a store than what a step can name beside it. */
function hasMore(store: FlowNode, { flow, describe }: Around): boolean {
  const inputs = describe(store.data.name)?.inputs ?? []
  return (flowGraph(flow).incoming.get(store.id) ?? []).some((edge) => {
    const name = inputOf(edge)
    return name !== 'embeddings' && inputs.find((input) => input.name === name)?.phase !== 'upsert'
  })
}
