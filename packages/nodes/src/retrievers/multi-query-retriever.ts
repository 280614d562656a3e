import { anchor, defineNode, string, type Retriever, type ScoredDocument } from '@chatwright/core'
import { checkCanWrite } from './needs-language-model.ts'
import { DEFAULT_QUERY_PROMPT, writeQueries } from './write-queries.ts'

const QUERIES = 3

export default defineNode({
  name: 'multiQueryRetriever',
  label: 'Multi Query Retriever',
  version: 1,
  category: 'Retrievers',
  description: 'Rephrases the question with a model, searches with each version, and merges the results.',
  icon: 'multi-query.svg',
  baseClasses: ['MultiQueryRetriever', 'BaseRetriever'],
  inputs: {
    vectorStore: anchor('VectorStore', { label: 'Vector Store' }),
    model: anchor('BaseLanguageModel', { label: 'Language Model' }),
    modelPrompt: string({
      destination: false,
      label: 'Prompt',
      description: 'The prompt for the model. {question} is the question, {count} the number of versions.',
      default: DEFAULT_QUERY_PROMPT,
      rows: 4,
      optional: true,
      additional: true,
    }),
  },
  build({ inputs }): Retriever {
    const model = checkCanWrite(inputs.model)
    return {
      kind: 'retriever',
      async retrieve(question, run, options) {
        const queries = await writeQueries(model, { question, count: QUERIES, prompt: inputs.modelPrompt }, run)
        const found = await Promise.all(queries.map((query) => inputs.vectorStore.search(query, run, options)))
        return withoutDoubles(found.flat())
      },
    }
  },
})

/** Of one document found several times the nearest find counts. */
function withoutDoubles(documents: readonly ScoredDocument[]): ScoredDocument[] {
  const best = new Map<string, ScoredDocument>()
  for (const document of documents) {
    const key = document.id ?? document.pageContent
    const known = best.get(key)
    if (!known || (document.score ?? 0) > (known.score ?? 0)) best.set(key, document)
  }
  return [...best.values()].sort((a, b) => (b.score ?? 0) - (a.score ?? 0))
}
