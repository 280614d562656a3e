import { Draft, type EditCatalogue } from '@chatwright/core'
import type { ImportedFlow } from '../report.ts'
import { filled, numberOf, record, text } from '../shared/values.ts'
import { fromCode, type Source } from './sources.ts'
import { Prepared, type FlowMap, type Mapped, type Turn } from './flow-map.ts'
import { readStore, servants } from './subs.ts'

export function isStore(type: string): boolean {
  return /^vectorStore[A-Z]/.test(type)
}

/** A vector store that stands among the steps: it is searched, or documents are loaded into it. */
export function mapStore(map: FlowMap, turn: Turn): Mapped | string {
  const { node, scope } = turn
  const found = readStore(map, node)
  if (!found) return 'The store, or the model that it searches by, has no counterpart here.'
  const mode = text(
    node.parameters['mode'],
    node.type.endsWith('Load') ? 'load' : node.type.endsWith('Insert') ? 'insert' : 'retrieve',
  )
  if (mode === 'load') return mapSearch(map, turn, found.row)
  if (mode !== 'insert' && mode !== 'update') return 'Nothing asks it.'
  const name = `${map.workflow.name}: documents of ${node.name}`
  const flow = drawDocuments(map, turn, name)
  if (!flow) return 'The store has no counterpart here.'
  map.beside.push(flow)
  map.tell(
    node,
    'different',
    [],
    `Its documents are loaded by the flow "${name}", or in a document store, not by a run.`,
  )
  for (const each of [...found.nodes, ...loaders(map, turn)])
    map.tell(each, 'different', [], `It stands in the flow "${name}".`)
  return { scope, entry: undefined, exits: () => turn.ways, source: turn.input }
}

function loaders(map: FlowMap, { node }: Turn) {
  const documents = servants(map, node, 'ai_document')
  return [...documents, ...documents.flatMap((document) => servants(map, document, 'ai_textSplitter'))]
}

function mapSearch(map: FlowMap, turn: Turn, row: Record<string, unknown>): Mapped | string {
  const { node, scope } = turn
  const prepared = new Prepared(map, turn)
  const query = prepared.say(node.parameters['prompt'] ?? '')
  if (prepared.isBroken) return 'An expression in it is not complete.'
  const { ways, ids } = prepared.finish()
  const id = map.drawing.add({
    node: 'retrieverAgentflow',
    label: node.name,
    container: scope.container,
    inputs: {
      retrieverKnowledgeVSEmbeddings: [row],
      retrieverQuery: query,
      retrieverTopK: numberOf(node.parameters['topK']) ?? 4,
      outputFormat: 'textWithMetadata',
    },
  })
  map.connect(ways, id, node)
  map.tell(node, 'different', [...ids, id], 'What it finds has no score.')
  for (const each of servants(map, node, 'ai_embedding')) map.tell(each, 'same', [id])
  return { scope, entry: ids[0] ?? id, exits: () => [{ id }], source: documentsOf(id) }
}

function documentsOf(id: string): Source {
  return {
    ...fromCode(id, true),
    items: (use) => `itemsOf(${use(`{{${id}.output.content}}`)}).map((document) => ({ document, score: 1 }))`,
  }
}

/** A chat flow that loads documents into the store, as this product does it: by hand, or by its API. */
function drawDocuments(map: FlowMap, turn: Turn, name: string): ImportedFlow | undefined {
  const found = readStore(map, turn.node)
  if (!found) return undefined
  const { vectorStore, vectorStoreConfig, embeddingModel, embeddingModelConfig } = found.row
  const [document] = servants(map, turn.node, 'ai_document')
  const splitter = document && servants(map, document, 'ai_textSplitter')[0]
  const catalogue: EditCatalogue = { describe: (node) => map.drawing.describe(node) }
  const draft = new Draft({ nodes: [], edges: [] }, catalogue)
  const loader = document?.parameters['dataType'] === 'binary' ? 'fileLoader' : 'plainText'
  const options = record(splitter?.parameters)
  const parts = [
    { node: text(vectorStore), inputs: without(vectorStoreConfig, 'vectorStore'), at: { x: 800, y: 100 } },
    { node: text(embeddingModel), inputs: without(embeddingModelConfig, 'embeddingModel'), at: { x: 400, y: 100 } },
    { node: loader, inputs: {}, at: { x: 400, y: 600 } },
    {
      node: splitter?.type === 'textSplitterTokenSplitter' ? 'tokenTextSplitter' : 'recursiveCharacterTextSplitter',
      inputs: filled({ chunkSize: numberOf(options['chunkSize']), chunkOverlap: numberOf(options['chunkOverlap']) }),
      at: { x: 0, y: 600 },
    },
  ]
  for (const { node, inputs, at } of parts) draft.try({ do: 'add', node, id: `${node}_0`, inputs, at })
  const [store = '', embeddings = '', read = '', split = ''] = parts.map(({ node }) => `${node}_0`)
  draft.try({ do: 'connect', from: embeddings, to: `${store}.embeddings` })
  draft.try({ do: 'connect', from: read, to: `${store}.document` })
  draft.try({ do: 'connect', from: split, to: `${read}.textSplitter` })
  return {
    name,
    kind: 'chat',
    nodes: [],
    problems: [{ code: 'documents', message: `Add the documents to load, then press "Upsert".`, step: read }],
    flow: draft.flow,
    gaps: [],
    examples: [],
    links: [],
  }
}

function without(config: unknown, key: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record(config)).filter(([name]) => name !== key))
}
