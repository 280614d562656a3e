import { anchor, defineNode, fillHoles, number, string, type Retriever } from '@chatwright/core'
import { findByPath } from '../tools/json-path.ts'
import { queryInput, retrieverOutputs, retrieverTraits, retrieverValue } from './retriever-node.ts'

export default defineNode({
  name: 'customRetriever',
  label: 'Custom Retriever',
  version: 1,
  category: 'Retrievers',
  description: 'Searches a vector store and formats each document it finds.',
  icon: 'custom-retriever.svg',
  baseClasses: ['CustomRetriever', 'BaseRetriever'],
  inputs: {
    vectorStore: anchor('VectorStore', { label: 'Vector Store' }),
    query: queryInput,
    resultFormat: string({
      destination: false,
      label: 'Result Format',
      description: 'The format of each document. {{context}} is its text, {{metadata.source}} a metadata field.',
      default: '{{context}}\nSource: {{metadata.source}}',
      rows: 4,
    }),
    topK: number({
      destination: false,
      label: 'Top K',
      description: 'The number of documents to find.',
      default: 4,
      min: 1,
      step: 1,
      optional: true,
      additional: true,
    }),
  },
  outputs: retrieverOutputs('CustomRetriever', 'Custom Retriever'),
  traits: retrieverTraits,
  build({ inputs, output, request }) {
    const write = (pageContent: string, metadata: Record<string, unknown>): string =>
      fillHoles(inputs.resultFormat, (path) => {
        if (path === 'context') return pageContent
        if (!path.startsWith('metadata')) return undefined
        const [value] = findByPath({ metadata }, path)
        return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
      })
    const retriever: Retriever = {
      kind: 'retriever',
      async retrieve(query, run, options) {
        const found = await inputs.vectorStore.search(query, run, { k: inputs.topK, ...options })
        return found.map((document) => ({ ...document, pageContent: write(document.pageContent, document.metadata) }))
      },
    }
    return retrieverValue(retriever, { output, request, query: inputs.query })
  },
})
