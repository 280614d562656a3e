/** The parts of OpenAI's chat API that we read. All optional: compatible servers leave out what they like. */
export interface ChatChunk {
  choices?: { delta?: Delta; message?: Delta; text?: string; finish_reason?: string | null }[]
  usage?: Usage | null
  /** Groq's place for the usage of a stream. */
  x_groq?: { usage?: Usage }
  error?: { message?: string; code?: string | number } | string
}

export interface Delta {
  /** Text; from Mistral's reasoning models a list that tells thinking from answer. */
  content?: string | DeltaPart[] | null
  refusal?: string | null
  /** DeepSeek, vLLM, LM Studio. */
  reasoning_content?: string | null
  /** OpenRouter, Groq, Together. */
  reasoning?: string | null
  tool_calls?: ToolCallDelta[] | null
}

export type DeltaPart =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: { text?: string }[] }
  | { type: 'reference' | 'image_url' }

export interface ToolCallDelta {
  index?: number
  id?: string
  function?: { name?: string; arguments?: string }
}

export interface Usage {
  prompt_tokens?: number
  completion_tokens?: number
  prompt_tokens_details?: { cached_tokens?: number } | null
  completion_tokens_details?: { reasoning_tokens?: number } | null
}
