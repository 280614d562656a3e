/** Options of a flow that a program answers itself. */
export interface OpenOptions {
  /** Fields of credentials by the names that the flow has for them. `kind` says which one it is, unless chatwright.json does. */
  credentials?: Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>>
  variables?: Readonly<Record<string, string>>
  /** `memory`, or a folder in which conversations and waits outlive the program. */
  storage?: string
  /** Folders of nodes of your own. */
  nodes?: readonly string[]
}

export interface AskOptions {
  /** Questions of one chat share a conversation. */
  chatId?: string
  /** Inputs of nodes, as requests override them. */
  inputs?: Readonly<Record<string, unknown>>
  /** What a person decides that the chat waits for. */
  decide?: { type: 'proceed' | 'reject'; feedback?: string }
  signal?: AbortSignal
}

export interface FlowAnswer {
  /** `done`, `waiting`, `failed` or `stopped`. */
  status: string
  text: string
  chatId: string
  sourceDocuments: readonly unknown[]
  /** Why it failed. */
  error: string | undefined
}

/** Something that happened in a run, such as `token`, `node-start` or `run-end`. */
export interface RunEvent {
  readonly type: string
  readonly [field: string]: unknown
}

export interface OpenedFlow {
  name: string
  ask(question: string, options?: AskOptions): Promise<FlowAnswer>
  stream(question: string, options?: AskOptions): AsyncIterable<RunEvent>
  close(): Promise<void>
}

/** Opens a `.flow.ts` file, an exported flow's file, or an exported flow. No server is started. */
export function openFlow(source: string | object, options?: OpenOptions): Promise<OpenedFlow>
