/** The events of a streamed message that we read. */
export type MessageEvent =
  | { type: 'message_start'; message: { usage?: MessageUsage } }
  | { type: 'content_block_start'; index: number; content_block: ContentBlock }
  | { type: 'content_block_delta'; index: number; delta: BlockDelta }
  | { type: 'message_delta'; delta: { stop_reason?: string | null }; usage?: MessageUsage }
  | { type: 'message_stop' | 'content_block_stop' | 'ping' }
  | { type: 'error'; error: { type?: string; message?: string } }

export type ContentBlock =
  | { type: 'text'; text: string; citations?: Citation[] | null }
  | { type: 'server_tool_use'; id: string; name: string; input: unknown }
  | {
      type: 'web_fetch_tool_result'
      tool_use_id: string
      content: { type: string; url?: string; content?: FetchedPage }
    }
  | { type: 'web_search_tool_result'; tool_use_id: string; content: unknown }
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'redacted_thinking'; data: string }
  | { type: 'tool_use'; id: string; name: string; input: unknown }

/** What of a page stands behind a passage of the answer. */
export interface Citation {
  type: string
  url?: string
  title?: string | null
  cited_text?: string
}

interface FetchedPage {
  title?: string | null
}

export type BlockDelta =
  | { type: 'citations_delta'; citation: Citation }
  | { type: 'text_delta'; text: string }
  | { type: 'thinking_delta'; thinking: string }
  | { type: 'signature_delta'; signature: string }
  | { type: 'input_json_delta'; partial_json: string }

/** A message answered whole. */
export interface WholeMessage {
  content: ContentBlock[]
  stop_reason: string | null
  usage?: MessageUsage
}

export interface MessageUsage {
  input_tokens?: number
  output_tokens?: number
  cache_read_input_tokens?: number | null
  cache_creation_input_tokens?: number | null
}
