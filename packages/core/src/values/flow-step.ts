import type { Run } from '../run/run.ts'
import type { AnswerEvent } from './answer-event.ts'
import type { ContentPart, Message } from './messages.ts'

/** What a call does to the world: whether it may be done again when whoever did it is lost. */
export type StepEffect = 'pure' | 'asks' | 'reads' | 'own' | 'writes'

/** What a node of an agent flow does when its turn has come. */
export interface FlowStep {
  readonly kind: 'step'
  /** Of the step as a whole; what it does `once` says so by itself. Without it: pure. */
  readonly effect?: StepEffect
  run(turn: StepTurn, run: Run): Promise<StepResult>
}

/** Said in a run, on the way to a step. */
export interface SaidMessage {
  role: 'user' | 'assistant'
  content: string | ContentPart[]
  /** Who said it, where it was not the person who asks. */
  name?: string
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
  /** Runs what stands inside this container once for each item. */
  repeat(items: readonly unknown[], options?: { atOnce?: number }): Promise<ItemResult[]>
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

/** What a run waits for, and what a person sees of it. */
export interface WaitQuestion {
  /** `decision`: a step asks. `approval`: tools are to be called. `unknown`: nobody knows whether a call was made. */
  kind: 'decision' | 'approval' | 'unknown' | 'time'
  text: string
  buttons: readonly WaitButton[]
  /** Whether a few words may come with the decision. */
  takesFeedback?: boolean
  /** Calls to be approved, each by itself. */
  calls?: readonly WaitCall[]
  /** When it decides itself, in milliseconds since 1970, and how. */
  wakeAt?: number
  /** What the step was given, shown with the question. */
  input?: Record<string, unknown>
}

export interface WaitButton {
  type: string
  label: string
}

export interface WaitCall {
  id: string
  tool: string
  input: Record<string, unknown>
  /** Only shown: it needs no approval. */
  isFree?: true
}

export interface Decision {
  /** `proceed`, `reject`, `timeout`, or the type of another button; for unknown calls `again`, `result`, `end`. */
  type: string
  feedback?: string
  /** What a person says of single calls, by their id. */
  calls?: Record<string, { type: 'proceed' | 'reject'; input?: Record<string, unknown>; feedback?: string }>
  /** The result of an unknown call, given by hand. */
  result?: unknown
}
