/** One line of Ollama's streamed answer. */
export interface ChatLine {
  message?: {
    content?: string
    thinking?: string
    tool_calls?: { function: { name: string; arguments?: Record<string, unknown> } }[]
  }
  done?: boolean
  done_reason?: string
  prompt_eval_count?: number
  eval_count?: number
  error?: string
}
