/** The events of a streamed response that we read. */
export type ResponseEvent =
  | { type: 'response.output_text.delta' | 'response.refusal.delta'; delta: string }
  | { type: 'response.reasoning_summary_text.delta'; delta: string }
  | { type: 'response.reasoning_summary_part.added'; summary_index?: number }
  | { type: 'response.output_item.done'; item: OutputItem }
  | { type: 'response.completed' | 'response.incomplete' | 'response.failed'; response: WholeResponse }
  | { type: 'error'; code?: string | null; message?: string }
  | { type: 'response.created' | 'response.in_progress' }

export type OutputItem =
  | { type: 'message'; content: MessageContent[] }
  | { type: 'image_generation_call'; result?: string | null; output_format?: string; revised_prompt?: string }
  | { type: 'function_call'; call_id: string; name: string; arguments: string }
  | ReasoningItem

interface MessageContent {
  type: 'output_text' | 'refusal'
  text?: string
  refusal?: string
  /** Among others the pages it cites. */
  annotations?: { type: string; url?: string; title?: string }[]
}

/** Must come back unchanged together with the calls it led to. */
export interface ReasoningItem {
  type: 'reasoning'
  summary?: { type: 'summary_text'; text: string }[]
  encrypted_content?: string | null
}

export interface WholeResponse {
  status?: string
  output?: OutputItem[]
  error?: { code?: string; message?: string } | null
  incomplete_details?: { reason?: string } | null
  usage?: {
    input_tokens?: number
    output_tokens?: number
    input_tokens_details?: { cached_tokens?: number }
    output_tokens_details?: { reasoning_tokens?: number }
  } | null
}
