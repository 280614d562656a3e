/** The parts of Gemini's answers that we read. */
export interface GenerateContentChunk {
  candidates?: {
    content?: { parts?: Part[] }
    finishReason?: string
    /** Pages that its search found. */
    groundingMetadata?: { groundingChunks?: { web?: { uri?: string; title?: string } }[] }
    /** Pages that it was told to read. */
    urlContextMetadata?: { urlMetadata?: { retrievedUrl?: string; urlRetrievalStatus?: string }[] }
  }[]
  promptFeedback?: { blockReason?: string }
  usageMetadata?: {
    promptTokenCount?: number
    candidatesTokenCount?: number
    thoughtsTokenCount?: number
    cachedContentTokenCount?: number
  }
  error?: { code?: number; message?: string }
}

export interface Part {
  text?: string
  /** The text is a thought, not part of the answer. */
  thought?: boolean
  /** Must come back with the part on the next request. */
  thoughtSignature?: string
  functionCall?: { id?: string; name: string; args?: Record<string, unknown> }
}
