import type { Decision, SaidMessage, StepEffect, WaitQuestion } from '../values/step-data.ts'
import type { TokenUsage } from '../values/messages.ts'
import type { RunFault } from './run-fault.ts'
import type { DecidedBy } from './asker.ts'

/** An item of a container. It begins with the state that the item before it left; where several run at once, none does. */
export interface StepItem {
  index: number
  value: unknown
  isBeside?: true
}

/**
 * The journal of an agent flow: what each step came to, under its path. Whoever takes a run up again reads what is done
 * from these, and does only the rest.
 */
export type StepEvent =
  | {
      type: 'step-start'
      path: string
      nodeId: string
      label: string
      name: string
      effect: StepEffect
      at: number
      /** The executions that led here. */ after?: string[]
      /** Its place in the drawing. */ drawn?: number
      /** Which item of its container it works on. */ item?: StepItem
      /** From the second try on. */ attempt?: number
      /** Shown of a call inside a step. */ input?: unknown
    }
  | {
      type: 'step-end'
      path: string
      nodeId: string
      at: number
      durationMs: number
      input?: Record<string, unknown>
      output: unknown
      /** What it changed of the flow's state. */ state?: Record<string, unknown>
      /** What it added to lists of the state. */ appended?: Record<string, readonly unknown[]>
      said?: SaidMessage[]
      taken?: string[]
      jump?: string
      forgetsPast?: true
      usage?: TokenUsage
    }
  | { type: 'step-error'; path: string; nodeId: string; at: number; durationMs: number; fault: RunFault }
  | { type: 'step-skip'; path: string; nodeId: string; label: string; /** Where no way came from. */ from: string[] }
  | { type: 'step-wait'; path: string; nodeId: string; label: string; at: number; question: WaitQuestion }
  | {
      type: 'step-decision'
      path: string
      at: number
      decision: Decision
      /** Who it was; missing where the time was up, or from before that was kept. */ by?: DecidedBy
    }
  /** Somebody wants a step and what followed from it done again: what was told of them before counts no more. */
  | { type: 'step-again'; path: string; at: number }
  /** What stands as the answer from here on, whatever was said before. */
  | { type: 'text'; text: string }
