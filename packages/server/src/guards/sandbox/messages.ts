/** What the server and the sandbox's process say to each other: JSON, nothing else. */
export interface SandboxJob {
  code: string
  globals: Record<string, unknown>
  /** All of their names: JSON leaves out those without a value. */
  names: string[]
  limits: SandboxLimits
}

export interface SandboxLimits {
  timeoutMs: number
  memoryBytes: number
  stackBytes: number
  outputBytes: number
  consoleBytes: number
}

export interface ConsoleLine {
  level: 'log' | 'warn' | 'error'
  text: string
}

export type SandboxOutcome = { console: ConsoleLine[]; durationMs: number } & (
  | { kind: 'done'; /** JSON; left out for undefined. */ value?: string }
  | { kind: 'threw'; name: string; message: string; line?: number }
  | { kind: 'timeout' }
  | { kind: 'memory' }
  | { kind: 'output' }
  | { kind: 'stuck' }
)

export interface SandboxFetch {
  url: string
  method: string
  headers: Record<string, string>
  /** Bytes, one character each. */
  body?: string
}

export type SandboxFetchAnswer =
  | {
      ok: true
      status: number
      statusText: string
      url: string
      headers: [string, string][]
      /** Bytes, one character each. */
      body: string
    }
  | { ok: false; message: string }

export type FromChild =
  | { type: 'ready' }
  | { type: 'fetch'; id: number; request: SandboxFetch }
  | { type: 'end'; outcome: SandboxOutcome; /** Whether the process may be used again. */ isSound: boolean }

export type ToChild = { type: 'run'; job: SandboxJob } | { type: 'fetched'; id: number; answer: SandboxFetchAnswer }
