import type { Retriever, Run, ScoredDocument } from '@chatwright/core'

interface Ranking {
  index: number
  score: number
}

export type Rank = (query: string, texts: string[], run: Run) => Promise<Ranking[]>

/** Finds with one retriever, then lets a service put the documents in order. */
export function rerankingRetriever(base: Retriever, { topK, rank }: { topK: number; rank: Rank }): Retriever {
  return {
    kind: 'retriever',
    async retrieve(query, run, options) {
      const documents = await base.retrieve(query, run, options)
      if (documents.length === 0) return []
      const ranking = await rank(
        query,
        documents.map((document) => document.pageContent),
        run,
      )
      return ranking
        .flatMap(({ index, score }): ScoredDocument[] => {
          const document = documents[index]
          return document ? [{ ...document, score, metadata: { ...document.metadata, relevance_score: score } }] : []
        })
        .sort((a, b) => (b.score ?? 0) - (a.score ?? 0))
        .slice(0, topK)
    },
  }
}
