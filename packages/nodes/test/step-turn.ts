import type {
  AnswerEvent,
  Decision,
  FlowStep,
  ItemResult,
  NodeDefinition,
  Run,
  StepCall,
  StepResult,
  StepTurn,
  WaitQuestion,
} from '@chatwright/core'
import { buildNode, type BuildOptions } from './build-node.ts'
import { testRun } from './test-run.ts'

/** A step rests: nobody has decided yet. The engine lets the run go in the same way. */
export class StillWaiting extends Error {
  readonly key: string

  constructor(key: string) {
    super(`Nobody has decided about "${key}" yet`)
    this.key = key
  }
}

export interface TestTurn extends StepTurn {
  heard: AnswerEvent[]
  /** Every call that was done anew, in order. */
  calls: (StepCall & { key: string })[]
  /** What was done, as the journal keeps it. */
  kept: Map<string, string>
  questions: Map<string, WaitQuestion>
  repeated: { items: readonly unknown[]; atOnce?: number | undefined }[]
}

export interface TurnOptions extends Partial<Omit<StepTurn, 'past' | 'stateBefore'>> {
  past?: Awaited<ReturnType<StepTurn['past']>>
  stateBefore?: Record<string, unknown>
  /** By the key of what was asked. */
  decisions?: Record<string, Decision>
  /** What an earlier execution left in the journal. */
  kept?: Map<string, string>
  items?: ItemResult[]
  run?: Run
}

/** One execution of a step, with a journal in memory: whatever is kept goes through JSON, as it would on a server. */
export function testTurn(options: TurnOptions = {}): TestTurn {
  const { past = [], stateBefore = {}, decisions = {}, kept = new Map(), items, run, ...rest } = options
  const known = run ?? testRun()
  const turn: TestTurn = {
    path: 'step@0',
    pass: 0,
    state: {},
    said: [],
    given: {},
    speaks: true,
    heard: [],
    calls: [],
    kept,
    questions: new Map(),
    repeated: [],
    past: async () => past,
    stateBefore: async () => stateBefore,
    say: (event) => void turn.heard.push(event),
    async once<Result>(key: string, call: StepCall, work: (inner: Run) => Promise<Result>) {
      const before = kept.get(key)
      if (before === undefined) {
        turn.calls.push({ key, ...call })
        kept.set(key, JSON.stringify((await work(known)) ?? null))
      }
      return JSON.parse(kept.get(key) ?? 'null') as Result
    },
    nested: (key) => ({
      told: [],
      tell: () => {},
      keep: async () => {},
      once: (label, work) => turn.once(`${key}:answer`, { label, effect: 'writes' }, work),
      pin: (find) => turn.once(`${key}:version`, { label: 'Version of the flow', effect: 'pure' }, find),
      park() {
        throw new StillWaiting(key)
      },
    }),
    async ask(key, question) {
      turn.questions.set(key, question)
      const decision = decisions[key]
      if (!decision) throw new StillWaiting(key)
      return decision
    },
    async repeat(given, options) {
      turn.repeated.push({ items: given, atOnce: options?.atOnce })
      return items ?? given.map((content) => ({ content }))
    },
    ...rest,
  }
  return turn
}

interface StepOptions extends BuildOptions {
  turn?: TurnOptions
  run?: Run
}

/** Builds a step as the engine does, and runs it once. What it came to must be plain JSON. */
export async function runStep(
  definition: NodeDefinition,
  { turn: turnOptions = {}, run = testRun(), ...build }: StepOptions = {},
): Promise<{ result: StepResult; turn: TestTurn; step: FlowStep }> {
  const step = await buildNode<FlowStep>(definition, build)
  const turn = testTurn({ run, ...turnOptions })
  const result = await step.run(turn, run)
  const written = JSON.parse(JSON.stringify(result)) as StepResult
  return { result: written, turn, step }
}
