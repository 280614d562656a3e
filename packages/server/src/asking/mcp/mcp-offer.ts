/** What a client of the Model Context Protocol may use here. */
export interface McpOffer {
  title: string
  /** Told to the client's model once, beside the tools. */
  instructions?: string
  tools: readonly McpTool[]
  prompts?: readonly McpPrompt[]
  resources?: McpResources
}

/** Words that a person can choose to begin with. */
export interface McpPrompt {
  name: string
  title: string
  text: string
}

export interface McpResources {
  list(): Promise<{ uri: string; name: string; description?: string; mimeType: string }[]>
  /** Nothing where there is none of this address. */
  read(uri: string): Promise<{ mimeType: string; text: string } | undefined>
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
