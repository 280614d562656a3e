import type { Run } from '../run/run.ts'
import type { StepEvent } from '../run/step-events.ts'
import type { AnswerEvent } from './answer-event.ts'
import type { Message } from './messages.ts'
import type { Decision, SaidMessage, StepEffect, WaitQuestion } from './step-data.ts'

/** What a node of an agent flow does when its turn has come. */
export interface FlowStep {
  readonly kind: 'step'
  /** Of the step as a whole; what it does `once` says so by itself. Without it: pure. */
  readonly effect?: StepEffect
  run(turn: StepTurn, run: Run): Promise<StepResult>
}

/** One execution of a step. */
export interface StepTurn {
  /** Its identity: the node and its pass, below the container it stands in. */
  readonly path: string
  /** How often the step was begun before in this run. */
  readonly pass: number
  /** The flow's state on the way here. */
  readonly state: Readonly<Record<string, unknown>>
  /** What was said in this run on the way here, oldest first. */
  readonly said: readonly SaidMessage[]
  /** What was given besides a question. */
  readonly given: StepGiven
  /** The state that the newest run of this chat ended with. */
  stateBefore(): Promise<Readonly<Record<string, unknown>>>
  /** What was said in this chat before the run, oldest first. */
  past(): Promise<readonly Message[]>
  /** Whether its words are the answer: nothing comes after it. */
  readonly speaks: boolean
  /** Tells the reader. Words of a step that does not speak are not heard. */
  say(event: AnswerEvent): void
  /** One call inside the step, kept under its key: what was done is not done a second time after a crash. */
  once<Result>(key: string, call: StepCall, work: (run: Run) => Promise<Result>): Promise<Result>
  /** Lets the run rest until somebody has decided, and gives the decision. Nothing after it is run before. */
  ask(key: string, question: WaitQuestion): Promise<Decision>
  /** Runs another flow as part of this step: what its steps come to is kept below this one's path. */
  nested(key: string): NestedRun
  /** Runs what stands inside this container once for each item. */
  repeat(items: readonly unknown[], options?: { atOnce?: number }): Promise<ItemResult[]>
}

/** Where the steps of another flow are told and kept, when a step runs it. */
export interface NestedRun {
  /** What was told of them before, with paths of their own. */
  readonly told: readonly StepEvent[]
  tell(event: StepEvent): void
  /** Keeps what was told so far before anything else is done. */
  keep(): Promise<void>
  /** An address at which somebody can decide what one of them will ask, by the path of that question. */
  linkTo?(path: string): string
  /** The whole of it as one call that may not be made twice, where the other flow has no steps. */
  once<Result>(label: string, work: (run: Run) => Promise<Result>): Promise<Result>
  /** Which version is run, and run again after a wait. */
  pin<Version>(find: () => Promise<Version>): Promise<Version>
  /** Lets the whole run rest: one of them waits for somebody. */
  park(): never
}

export interface StepGiven {
  readonly form?: Readonly<Record<string, unknown>>
  readonly webhook?: Readonly<Record<string, unknown>>
}

export interface StepCall {
  label: string
  effect: StepEffect
  /** Shown in the trace. */
  input?: unknown
}

/** What became of one item of a container. */
export interface ItemResult {
  /** What the last step inside said; without one, nothing was said. */
  content?: unknown
  error?: string
}

/** What a step came to. Plain JSON: it is kept, shown and referred to. */
export interface StepResult {
  input?: Record<string, unknown>
  output: Record<string, unknown>
  /** What it changes of the flow's state. */
  state?: Record<string, unknown>
  said?: SaidMessage[]
  /** The outputs that go on; without it, all. */
  taken?: readonly string[]
  /** The step to go back to. */
  jump?: string
  /** Forget what was said in this chat before the run. */
  forgetsPast?: true
}
