import type { Artifact, Document, RunEvent, RunFault, RunStatus, TokenUsage, UsedTool } from '@chatwright/core'

/** What a run came to: everything an answer, a stored message or a trace is made from. */
export interface RunOutcome {
  status: RunStatus
  text: string
  json?: unknown
  sourceDocuments?: Document[]
  usedTools?: UsedTool[]
  artifacts?: Artifact[]
  thinking?: { thinking: string; thinkingDuration: number | undefined }
  usage?: TokenUsage
  fault?: RunFault
  followUpPrompts?: string[]
  durationMs: number
}

export interface OutcomeCollector {
  add(event: RunEvent): void
  /** Every event but tokens, for the trace. */
  readonly trace: RunEvent[]
  documents(): Document[] | undefined
  outcome(end: Extract<RunEvent, { type: 'run-end' }>): RunOutcome
}

export function createOutcomeCollector(): OutcomeCollector {
  const trace: RunEvent[] = []
  const parts: Pick<RunOutcome, 'json' | 'sourceDocuments' | 'usedTools' | 'artifacts'> = {}
  let thinking = ''
  let thinkingDuration: number | undefined

  return {
    trace,
    add(event) {
      switch (event.type) {
        case 'token':
          return
        case 'thinking':
          thinking += event.text
          if (event.durationMs !== undefined) thinkingDuration = Math.round(event.durationMs / 1000)
          return
        case 'source-documents':
          parts.sourceDocuments = event.documents
          return
        case 'used-tools':
          parts.usedTools = event.tools
          return
        case 'artifacts':
          parts.artifacts = event.artifacts
          return
        case 'json':
          parts.json = event.value
          return
        case 'called-tools':
        case 'answered':
        case 'usage':
          return
        case 'run-end':
          // The answer stands beside the trace, whole.
          trace.push({ ...event, text: '' })
          return
        default:
          trace.push(event)
      }
    },
    documents: () => parts.sourceDocuments,
    outcome: (end) => ({
      status: end.status,
      text: end.text,
      durationMs: Math.round(end.durationMs),
      ...parts,
      ...(thinking !== '' && { thinking: { thinking, thinkingDuration } }),
      ...(end.usage && { usage: end.usage }),
      ...(end.fault && { fault: end.fault }),
      ...(end.followUpPrompts && { followUpPrompts: end.followUpPrompts }),
    }),
  }
}
