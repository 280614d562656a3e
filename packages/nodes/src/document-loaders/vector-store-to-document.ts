import { anchor, defineNode, number, string, type ScoredDocument } from '@chatwright/core'
import type { Documents, Run } from '@chatwright/core'
import { loaderOutputs } from './document-loader.ts'

export default defineNode({
  name: 'vectorStoreToDocument',
  label: 'VectorStore To Document',
  version: 2,
  category: 'Document Loaders',
  description: 'Searches a vector store and outputs the documents it finds.',
  icon: 'vector-search.svg',
  baseClasses: ['Document'],
  inputs: {
    vectorStore: anchor('VectorStore', { label: 'Vector Store' }),
    query: string({
      destination: false,
      label: 'Query',
      description: 'What to search for. Leave empty to search for the question.',
      rows: 4,
      optional: true,
      acceptVariable: true,
    }),
    minScore: number({
      destination: false,
      label: 'Minimum Score (%)',
      description: 'The minimum similarity of a document.',
      min: 0,
      max: 100,
      step: 1,
      optional: true,
    }),
  },
  outputs: loaderOutputs,
  traits: { usesRequest: ['text'] },
  async build({ inputs, output, request }): Promise<Documents | string> {
    const { vectorStore, query, minScore = 0 } = inputs
    const load = async (run: Run): Promise<ScoredDocument[]> => {
      const found = await vectorStore.search(query?.trim() ? query : run.question, run)
      return found.filter((document) => (document.score ?? 1) * 100 >= minScore)
    }
    if (output !== 'text' || !request) return { kind: 'documents', load }
    return (await load(request.run)).map((document) => document.pageContent).join('\n')
  },
})
