import type { AnswerEvent } from '../values/answer-event.ts'
import type { TokenUsage } from '../values/messages.ts'
import type { NearLimit } from '../values/step-data.ts'
import type { UpsertResult } from '../values/upsert-result.ts'
import type { CallEvent } from './call-event.ts'
import type { RunFault } from './run-fault.ts'
import type { StepEvent } from './step-events.ts'

/** `waiting`: its steps have come to rest until somebody decides; another run goes on from there. */
export type RunStatus = 'done' | 'failed' | 'cancelled' | 'interrupted' | 'waiting'

export type TraceEvent =
  | {
      type: 'node-start'
      nodeId: string
      label: string
      name: string
      /** Tells calls of one node apart. */ callId: string
      /** The call within which this one was made. */ parentCallId?: string
      /** The flow the node stands in, where a node asked another flow. */ flowId?: string
      at: number
      input?: string
    }
  | {
      type: 'node-end'
      nodeId: string
      callId: string
      flowId?: string
      at: number
      durationMs: number
      output?: string
      usage?: TokenUsage
      /** About what it used, where its provider reported nothing. */ estimate?: TokenUsage
      /** The model that was asked, by its vendor's name: what its tokens cost goes by it. */ model?: string
      /** The model that the node names, where a limit had another one asked. */ insteadOf?: string
      /** That limit. */ limit?: NearLimit
      /** How many passages a search came to, where no other search chose from them. */ found?: number
    }
  | {
      type: 'node-error'
      nodeId: string
      callId: string
      flowId?: string
      at: number
      durationMs: number
      fault: RunFault
    }

/** What work tells that takes longer than anybody waits for it. */
export type WorkEvent =
  | {
      type: 'progress'
      stage: string
      done: number
      total: number
      /** What is being worked on. */ document?: string | undefined
    }
  /** Passages that are safe in their store, by id: whoever takes the work up again leaves them out. */
  | { type: 'documents-stored'; added: string[]; updated: string[] }
  | { type: 'documents-loaded'; result: UpsertResult }

/** The one vocabulary of a run: yielded by the engine, stored as it happens, sent to the browser, asserted in tests. */
export type RunEvent =
  | {
      type: 'run-start'
      runId: string
      at: number
      endingNodeId: string
      /** Under which the answer is kept. */ messageId?: string
    }
  | TraceEvent
  | CallEvent
  | AnswerEvent
  | StepEvent
  | WorkEvent
  /** The answer is whole and kept; only suggestions of what to ask next are still being thought of. */
  | { type: 'answered'; at: number; durationMs: number }
  | {
      type: 'run-end'
      runId: string
      at: number
      status: RunStatus
      durationMs: number
      usage?: TokenUsage
      fault?: RunFault
      followUpPrompts?: string[]
    }
