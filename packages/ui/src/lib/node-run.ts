/** How a node fared in the run that is shown. */
export type NodeRun =
  | {
      status: 'running'
      /** Calls without an end yet. */ openCalls: number
      /** Time of calls that have ended. */ spentMs: number
    }
  | { status: 'done'; durationMs: number }
  | { status: 'failed'; durationMs: number; message: string; field?: string }
  /** It had to stop: a node it asked failed. */
  | { status: 'stopped'; durationMs: number; because: string }
  | { status: 'waiting' }
  | { status: 'skipped'; reason: string }

export type NodeRuns = Readonly<Record<string, NodeRun>>
