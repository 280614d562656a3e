/** What a client of the Model Context Protocol may use here. */
export interface McpOffer {
  title: string
  /** Told to the client's model once, beside the tools. */
  instructions?: string
  tools: readonly McpTool[]
}

export interface McpTool {
  name: string
  title?: string
  description: string
  /** Of JSON Schema. */
  inputSchema: { type: 'object'; properties: Record<string, object>; required?: readonly string[] }
  annotations?: { readOnlyHint?: boolean; destructiveHint?: boolean; idempotentHint?: boolean; openWorldHint?: boolean }
  /** An `AppError` is told to the model in its own words. */
  call(input: Readonly<Record<string, unknown>>, during: McpCall): Promise<McpAnswer>
}

export interface McpCall {
  /** The client is gone or does not want the answer any more. */
  signal: AbortSignal
  /** Says what is being done, to clients that asked to hear it. */
  tell(message: string): void
}

export interface McpAnswer {
  text: string
  isError?: boolean
}
