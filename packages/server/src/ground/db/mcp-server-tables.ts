import type { Json } from './column-types.ts'

/** A server of the Model Context Protocol whose tools flows may use. */
export interface CustomMcpServerTable {
  id: string
  name: string
  server_url: string
  icon_src: string | null
  color: string | null
  auth_type: 'NONE' | 'CUSTOM_HEADERS' | 'OAUTH'
  /** Encrypted: headers, the client, its tokens, and what is under way in a browser. */
  auth_config: string
  tools: Json | null
  tool_count: number
  status: 'PENDING' | 'AUTHORIZED' | 'ERROR'
  error: string | null
  /** Whoever renews its tokens has until then. */
  renewed_until: string | null
  created_date: string
  updated_date: string
}
