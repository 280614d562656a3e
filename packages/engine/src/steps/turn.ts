import {
  isPartOfAnswer,
  NodeError,
  saidIn,
  saidInChat,
  type Decision,
  type Run,
  type StepCall,
  type StepStart,
  type StepTurn,
  type WaitQuestion,
} from '@chatwright/core'
import { readForFlow } from '../calls.ts'
import { toFault } from '../fault.ts'
import { nestedRun } from './nested-run.ts'
import { Parked } from './parked.ts'
import { sleep } from './sleep.ts'
import type { StepNode } from './step-flow.ts'
import type { StepPlace } from './step-place.ts'
import { keepBefore, type World } from './world.ts'

interface OwnTurn extends StepTurn {
  /** What steps inside it changed of the state. */
  readonly repeated: Readonly<Record<string, unknown>> | undefined
}

/** A wait shorter than this is slept through; a longer one lets the run rest. */
const SHORT_WAIT_MS = 60_000

/** What a step is handed for one execution. */
export function turnOf(world: World, node: StepNode, { place, run }: { place: StepPlace; run: Run }): OwnTurn {
  const { steps, request, floor } = world
  const { path, pass, before } = place
  let repeated: Readonly<Record<string, unknown>> | undefined
  const below = (key: string): string => (key === '' ? path : `${path}/${key}`)

  const ask = async (key: string, question: WaitQuestion): Promise<Decision> => {
    const at = below(key)
    const decided = steps.decisionOf(at)
    if (decided) return decided
    const told = steps.questionOf(at)
    const asked = told ?? question
    const wakeIn = asked.wakeAt === undefined ? Infinity : asked.wakeAt - world.run.now()
    world.emit({
      type: 'step-wait',
      path: at,
      nodeId: node.tag.id,
      label: node.tag.label,
      at: world.run.now(),
      question: asked,
    })
    if (wakeIn <= 0 || (asked.kind === 'time' && wakeIn <= SHORT_WAIT_MS)) {
      if (!request.isReplayed) await sleep(wakeIn, place.signal)
      const decision = { type: 'timeout' }
      world.emit({ type: 'step-decision', path: at, at: world.run.now(), decision })
      return decision
    }
    const said = saidInChat(asked)
    if (!told && said !== '') floor.say(path, { type: 'token', text: said })
    throw new Parked()
  }

  const once = async <Result>(
    key: string,
    { label, effect, input }: StepCall,
    work: (run: Run) => Promise<Result>,
  ): Promise<Result> => {
    const inner = below(key)
    const known = steps.endOf(inner)
    if (known) return known.output as Result
    const startedAt = world.run.now()
    const tell = (output: unknown): void => {
      const at = world.run.now()
      world.emit({ type: 'step-end', path: inner, nodeId: node.tag.id, at, durationMs: at - startedAt, output })
      if (effect === 'writes') world.counts.isUnkept = true
    }
    const lost = steps.openOf(inner)
    if (lost?.start.effect === 'writes') {
      const decision = await ask(`${key}/${unknownKey(lost.start)}`, unknownQuestion(label))
      const byHand = resultByHand(decision, node.tag.label)
      if (byHand) {
        tell(byHand.result)
        return byHand.result as Result
      }
    }
    const attempt = steps.attemptsOf(inner) + 1
    await keepBefore(world, {
      type: 'step-start',
      path: inner,
      nodeId: node.tag.id,
      label,
      name: node.tag.name,
      effect,
      at: startedAt,
      ...(attempt > 1 && { attempt }),
      ...(input !== undefined && { input }),
    })
    try {
      const result = await work(run)
      tell(result)
      return result
    } catch (error) {
      const at = world.run.now()
      const fault = toFault(error)
      if (!isCutOff(world, inner, place.signal))
        world.emit({ type: 'step-error', path: inner, nodeId: node.tag.id, at, durationMs: at - startedAt, fault })
      throw error
    }
  }

  return {
    path,
    pass,
    state: before?.state ?? {},
    // Read when it is asked for: a long loop has said much.
    get said() {
      return saidIn(before)
    },
    given: {
      ...(request.form && { form: request.form }),
      ...(request.webhook && { webhook: request.webhook }),
    },
    past: () => world.past(),
    stateBefore: () => readForFlow(run, 'state', async () => (await request.stateBefore?.()) ?? {}),
    speaks: place.speaks,
    say(event) {
      if (place.speaks || !isPartOfAnswer(event)) floor.say(path, event)
    },
    once,
    ask,
    nested: (key) =>
      nestedRun(world, {
        path: below(key),
        nodeId: node.tag.id,
        once: (part, ...call) => once(`${key}:${part}`, ...call),
      }),
    async repeat(items, options) {
      const { results, state } = await place.repeat(items, options)
      repeated = state
      return results
    },
    get repeated() {
      return repeated
    },
  }
}

/** Stopped in the middle of what may not be done twice: it stays open, so that whoever goes on asks whether it was done. */
export function isCutOff({ steps }: World, path: string, signal: AbortSignal): boolean {
  return signal.aborted && steps.openOf(path)?.start.effect === 'writes'
}

/** Of each time that it was begun: what was decided of an earlier one says nothing of the next. */
export function unknownKey({ attempt = 1 }: StepStart): string {
  return attempt === 1 ? 'unknown' : `unknown:${attempt}`
}

export function unknownQuestion(label: string): WaitQuestion {
  return {
    kind: 'unknown',
    text: `The run stopped while "${label}" was running, so it may or may not have finished.`,
    buttons: [
      { type: 'again', label: 'Run it again' },
      { type: 'result', label: 'It finished' },
      { type: 'end', label: 'End the run' },
    ],
    takesFeedback: true,
  }
}

/** The result that a person gave for a call, or nothing when it is to be made again. */
export function resultByHand({ type, result, feedback }: Decision, label: string): { result: unknown } | undefined {
  if (type === 'end') {
    throw new NodeError(`The run was ended at "${label}", which may or may not have finished.`, {
      hint: 'Ask again to run the flow from the start.',
    })
  }
  return type === 'result' ? { result: result ?? feedback ?? '' } : undefined
}
