export interface Document {
  id?: string
  pageContent: string
  metadata: Record<string, unknown>
}

export interface ScoredDocument extends Document {
  /** Similarity, higher is closer; cosine where the store can say. */
  score?: number
}
