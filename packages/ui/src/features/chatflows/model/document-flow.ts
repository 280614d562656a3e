import {
  addNode,
  connect,
  createCatalogueIndex,
  createNode,
  findInput,
  inputHandleOf,
  openOutputs,
  setInput,
} from '@chatwright/core'
import type { Flow, FlowNode, NodeDescription } from '@chatwright/core'

/** What "chat with a document" is made of, from left to right; none of it needs a key. */
const PARTS = [
  { name: 'recursiveCharacterTextSplitter', position: { x: 0, y: 360 } },
  { name: 'fileLoader', position: { x: 360, y: 320 } },
  { name: 'builtInEmbeddings', position: { x: 360, y: 0 } },
  { name: 'builtInVectorStore', position: { x: 720, y: 160 } },
  { name: 'builtInAnswerer', position: { x: 720, y: -120 } },
  { name: 'conversationalRetrievalQAChain', position: { x: 1080, y: 0 } },
] as const

type Part = (typeof PARTS)[number]['name']

const JOINS: readonly { from: Part; to: Part; input: string }[] = [
  { from: 'recursiveCharacterTextSplitter', to: 'fileLoader', input: 'textSplitter' },
  { from: 'fileLoader', to: 'builtInVectorStore', input: 'document' },
  { from: 'builtInEmbeddings', to: 'builtInVectorStore', input: 'embeddings' },
  { from: 'builtInVectorStore', to: 'conversationalRetrievalQAChain', input: 'vectorStoreRetriever' },
  { from: 'builtInAnswerer', to: 'conversationalRetrievalQAChain', input: 'model' },
]

/** A flow that answers from one stored file. Throws when this server lacks a part of it. */
export function documentFlow(catalogue: readonly NodeDescription[], fileReference: string): Flow {
  const index = createCatalogueIndex(catalogue)
  const nodes = PARTS.map(({ name, position }) => {
    const description = index.describe(name)
    if (!description) throw new Error(`This server has no node named ${name}.`)
    return createNode(description, { id: `${name}_0`, position })
  })
  const drawn = nodes.reduce<Flow>((flow, node) => addNode(node)(flow), { nodes: [], edges: [] })
  const joined = JOINS.reduce((flow, { from, to, input }) => join(flow, { source: from, target: to, input }), drawn)
  const withSources = setInput('conversationalRetrievalQAChain_0', 'returnSourceDocuments', true)(joined)
  return setInput('fileLoader_0', 'file', fileReference)(withSources)
}

function join(flow: Flow, ends: { source: Part; target: Part; input: string }): Flow {
  const source = nodeOf(flow, ends.source)
  const target = nodeOf(flow, ends.target)
  const [output] = openOutputs(source)
  const input = findInput(target, ends.input)
  if (!output || !input) throw new Error(`${source.data.label} does not fit ${target.data.label} on this server.`)
  const joined = connect({
    source: source.id,
    sourceHandle: output.handle,
    target: target.id,
    targetHandle: inputHandleOf(target.id, input),
  })(flow)
  if (joined === flow) throw new Error(`${source.data.label} does not fit ${target.data.label} on this server.`)
  return joined
}

function nodeOf(flow: Flow, name: Part): FlowNode {
  const node = flow.nodes.find((candidate) => candidate.data.name === name)
  if (!node) throw new Error(`The flow has no ${name}.`)
  return node
}
