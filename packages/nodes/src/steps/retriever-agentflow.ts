import {
  array,
  asyncOptions,
  component,
  defineNode,
  json,
  NodeError,
  number,
  options,
  string,
  type FlowStep,
} from '@chatwright/core'
import { chosenStore } from '../knowledge/chosen-store.ts'
import { listStores } from '../knowledge/list-stores.ts'
import { askedText } from './asked-text.ts'
import { listEmbeddings, listRuntimeStateKeys, listVectorStores } from './load-lists.ts'
import { stateUpdate } from './step-inputs.ts'

export default defineNode({
  name: 'retrieverAgentflow',
  label: 'Retriever',
  version: 1.1,
  category: 'Agent Flows',
  description: 'Searches your documents and returns the results.',
  icon: 'step-retriever.svg',
  color: '#b8bedd',
  baseClasses: ['Retriever'],
  traits: { step: { updatesState: 'retrieverUpdateState' } },
  inputs: {
    retrieverKnowledgeDocumentStores: array(
      { documentStore: asyncOptions('listStores', { label: 'Document Store', optional: true }) },
      {
        destination: true,
        matters: 1,
        label: 'Knowledge (Document Stores)',
        description: 'Knowledge bases to search.',
        optional: true,
      },
    ),
    retrieverKnowledgeVSEmbeddings: array(
      {
        vectorStore: component('VectorStore', 'listVectorStores', {
          label: 'Vector Store',
          connects: { embeddings: 'embeddingModel' },
          optional: true,
        }),
        embeddingModel: component('Embeddings', 'listEmbeddings', {
          label: 'Embedding Model',
          description: 'The embedding model the documents were loaded with.',
          optional: true,
        }),
      },
      {
        destination: true,
        label: 'Knowledge (Vector Embeddings)',
        description: 'Vector stores to search.',
        optional: true,
      },
    ),
    retrieverQuery: string({
      destination: false,
      matters: 2,
      label: 'Retriever Query',
      description: 'What to search for. Leave empty to use the question.',
      placeholder: '{{ question }}',
      rows: 4,
      optional: true,
      acceptVariable: true,
    }),
    retrieverTopK: number({
      destination: false,
      label: 'Top K',
      description: 'The maximum number of documents per source.',
      min: 1,
      max: 100,
      step: 1,
      optional: true,
      additional: true,
    }),
    retrieverFilter: json({
      destination: false,
      label: 'Metadata Filter',
      description: 'Find only documents with this metadata.',
      optional: true,
      additional: true,
      acceptVariable: true,
    }),
    outputFormat: options({
      destination: false,
      label: 'Output Format',
      default: 'text',
      options: [
        { label: 'Text', name: 'text' },
        { label: 'Text with Metadata', name: 'textWithMetadata' },
      ],
    }),
    retrieverUpdateState: stateUpdate(),
  },
  build({ inputs, context }): FlowStep {
    const vectorStores = (inputs.retrieverKnowledgeVSEmbeddings ?? []).flatMap(({ vectorStore }) => vectorStore ?? [])
    const stores = (inputs.retrieverKnowledgeDocumentStores ?? []).flatMap(({ documentStore }) =>
      documentStore?.trim() ? [documentStore] : [],
    )
    const { retrieverTopK: k, retrieverFilter: filter } = inputs
    const options = { ...(k !== undefined && { k }), ...(filter && { filter }) }
    return {
      kind: 'step',
      effect: 'reads',
      async run(turn, run) {
        if (vectorStores.length + stores.length === 0) {
          throw new NodeError('The step has nothing to search.', {
            code: 'missing-input',
            field: 'retrieverKnowledgeDocumentStores',
            hint: 'Open the step and choose a knowledge base, or a vector store with its embedding model.',
          })
        }
        const question = inputs.retrieverQuery?.trim() || askedText(turn, run)
        const named = await Promise.all(stores.map((store) => chosenStore(store, context.knowledge)))
        const found = await Promise.all([
          ...named.map(({ id }) => context.knowledge.search(id, question, run, options)),
          ...vectorStores.map((store) => store.search(question, run, options)),
        ])
        const documents = found.flat()
        const content =
          inputs.outputFormat === 'text'
            ? documents.map(({ pageContent }) => pageContent).join('\n')
            : JSON.stringify(documents, null, 2)
        turn.say({ type: 'token', text: content })
        return { input: { question }, output: { content } }
      },
    }
  },
  load: { listStores, listVectorStores, listEmbeddings, listRuntimeStateKeys },
})
