import { connect, createNode, inputHandleId, outputHandleId, type Flow, type NodeDescription } from '@chatwright/core'
import { storeFlow } from './store-flow.ts'

export interface KnowledgeOptions {
  vendorUrl: string
  /** How many documents it loads. */
  documents: number
  /** Answers come with the passages they are made of. */
  isQuoting?: boolean
}

/** Stores a flow that answers from documents: a passage for each, the built-in store, a retrieval chain. */
export function createKnowledge(url: string, options: KnowledgeOptions): Promise<string> {
  const draw = (catalogue: readonly NodeDescription[], credentialId: string) =>
    drawKnowledge(catalogue, options, credentialId)
  return storeFlow(url, { name: 'Knowledge', draw })
}

function drawKnowledge(
  catalogue: readonly NodeDescription[],
  { vendorUrl, documents, isQuoting = false }: KnowledgeOptions,
  credential: string,
): Flow {
  const add = (name: string, inputs: Record<string, unknown> = {}) => {
    const description = catalogue.find((node) => node.name === name)
    if (!description) throw new Error(`The catalogue has no ${name}`)
    const node = createNode(description, { id: `${name}_0`, position: { x: 0, y: 0 } })
    Object.assign(node.data.inputs, inputs)
    if (description.credential) node.data.credential = credential
    return node
  }
  const model = add('chatOpenAI', { basepath: vendorUrl })
  const embeddings = add('openAIEmbeddings', { basepath: vendorUrl })
  const splitter = add('characterTextSplitter', { chunkSize: 30, chunkOverlap: 0, separator: '\n' })
  const loader = add('plainText', { text: factsOf(documents) })
  const store = add('builtInVectorStore')
  const chain = add('conversationalRetrievalQAChain', isQuoting ? { returnSourceDocuments: true } : {})
  const join = (source: typeof model, target: typeof model, input: string, type: string) => {
    const output = source.data.outputAnchors[0]?.options?.[0]
    return connect({
      source: source.id,
      sourceHandle: output?.id ?? outputHandleId(source.id, source.data.name, source.data.baseClasses),
      target: target.id,
      targetHandle: inputHandleId(target.id, input, type),
    })
  }
  return [
    join(splitter, loader, 'textSplitter', 'TextSplitter'),
    join(loader, store, 'document', 'Document'),
    join(embeddings, store, 'embeddings', 'Embeddings'),
    join(model, chain, 'model', 'BaseChatModel'),
    join(store, chain, 'vectorStoreRetriever', 'BaseRetriever'),
  ].reduce<Flow>((flow, command) => command(flow), {
    nodes: [model, embeddings, splitter, loader, store, chain],
    edges: [],
  })
}

/** A line for each: the splitter makes a passage of every one. */
function factsOf(documents: number): string {
  return Array.from({ length: documents }, (_, index) => `fact ${index} of the handbook`).join('\n')
}
