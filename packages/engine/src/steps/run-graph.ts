import { NodeError, saidIn, type SaidMessage, type StepContext, type StepEnd, type StepItem } from '@chatwright/core'
import { blame } from '../fault.ts'
import { historyText } from '../scope.ts'
import { Parked } from './parked.ts'
import { runItems, type ItemOutcome } from './run-items.ts'
import { runStep } from './run-step.ts'
import { advance, beginSchedule, type Advance, type OpenStep, type Schedule } from './schedule.ts'
import type { StepNode } from './step-flow.ts'
import type { StepGraph } from './step-graph.ts'
import { contentOf, type StepScope } from './step-scope.ts'
import { countStep, type World } from './world.ts'

type Output = Readonly<Record<string, unknown>>

/** Where a graph runs: the flow itself, or one item of a container. */
interface GraphPlace {
  /** Before the paths of its steps. */
  readonly prefix: string
  readonly before: StepContext | undefined
  readonly item: StepItem | undefined
  /** What steps outside it gave. */
  outputOf(nodeId: string): Output | undefined
  /** The path at which a step outside it asks next. */
  nextPathOf(nodeId: string): string | undefined
  readonly signal: AbortSignal
}

/** How many executions a run may have. */
const MAX_STEPS = 10_000

interface Finished {
  step: OpenStep
  end?: StepEnd
  error?: unknown
}

/** Runs the steps of a graph until all are done, or the rest waits for somebody. */
export async function runGraph(world: World, graph: StepGraph, place: GraphPlace): Promise<ItemOutcome> {
  const { flow } = world
  const outputs = new Map<string, Output>()
  const running = new Map<string, Promise<Finished>>()
  const queue: OpenStep[] = []
  const failing = new AbortController()
  const signal = flow.isParallel ? AbortSignal.any([place.signal, failing.signal]) : place.signal
  let schedule: Schedule
  let failure: { error: unknown } | undefined
  let isWaiting = false
  let content: unknown

  const outputOf = (nodeId: string): Output | undefined => outputs.get(nodeId) ?? place.outputOf(nodeId)

  /** The path of the execution that is under way or comes next: known before it begins. */
  const nextPathOf = (nodeId: string): string | undefined => {
    const drawn = graph.steps.get(nodeId)
    if (!drawn) return place.nextPathOf(nodeId)
    const open = schedule.open.find(({ id }) => id === nodeId)
    return `${place.prefix}${open?.path ?? `${nodeId}@${schedule.passes[drawn.index] ?? 0}`}`
  }

  const take = (next: Advance): void => {
    schedule = next.schedule
    for (const { id, from } of next.skipped) {
      world.emit({
        type: 'step-skip',
        path: `${place.prefix}${id}`,
        nodeId: id,
        label: labelOf(world, id),
        from: [...from],
      })
    }
    for (const step of next.ready) queue.push(step)
  }

  const execute = (step: OpenStep): Promise<Finished> => {
    const node = world.flow.nodes.get(step.id)
    if (!node) throw new Error(`There is no step "${step.id}"`)
    const turn = countStep(world.counts)
    if (world.counts.steps > MAX_STEPS) throw blame(tooManySteps(), node.tag)
    const path = `${place.prefix}${step.path}`
    const after = step.after.map((one) => `${place.prefix}${one}`)
    const before = world.steps.before({ path, after, item: place.item }) ?? place.before
    const scope = scopeOf(world, { before, item: place.item, outputOf, nextPathOf })
    const run = (): Promise<StepEnd> =>
      runStep(world, node, {
        path,
        pass: passOf(step.path),
        after,
        drawn: graph.steps.get(step.id)?.index ?? 0,
        before,
        item: place.item,
        speaks: place.prefix === '' && (graph.steps.get(step.id)?.outgoing.length ?? 0) === 0,
        scope,
        signal,
        repeat: async (items, { atOnce = 1 } = {}) => {
          // Each takes a step at least: of more items than that, none is begun.
          if (world.counts.steps + items.length > MAX_STEPS) throw tooManySteps()
          return runItems(items, {
            path,
            steps: world.steps,
            lists: world.flow.lists,
            atOnce: Math.max(1, atOnce),
            signal,
            runItem: (item, from) =>
              runGraph(world, insideOf(world, node), {
                prefix: `${path}/${item.index}/`,
                before: from,
                item,
                outputOf,
                nextPathOf,
                signal,
              }),
          })
        },
      })
    const ended = turn ? turn.then(run) : run()
    return ended.then(
      (end) => ({ step, end }),
      (error: unknown) => ({ step, error }),
    )
  }

  const finish = (step: OpenStep, end: StepEnd): void => {
    const output = asOutput(end.output)
    outputs.set(step.id, output)
    content = contentOf(output)
    if (end.forgetsPast) world.counts.forgetsPast = true
    if (end.jump !== undefined) {
      world.counts.loop = passOf(step.path) + 1
      checkJump(world, graph, { id: step.id, jump: end.jump })
    }
    take(
      advance(graph, schedule, {
        id: step.id,
        ...(end.taken && { taken: end.taken }),
        ...(end.jump !== undefined && { jump: end.jump }),
      }),
    )
  }

  /** Begins what may begin: all of it, or the next one where steps run one after another. */
  const beginReady = (): void => {
    const ready = flow.isParallel ? queue.splice(0) : running.size === 0 ? queue.splice(0, 1) : []
    for (const step of ready) running.set(step.path, execute(step))
  }

  take(beginSchedule(graph))
  for (;;) {
    if (!failure) beginReady()
    if (running.size === 0) break
    const { step, end, error } = await Promise.race(running.values())
    running.delete(step.path)
    if (end) finish(step, end)
    else if (error instanceof Parked) {
      isWaiting = true
      content = world.floor.text
    } else if (!failure) {
      failure = { error }
      failing.abort(error)
    }
  }
  if (failure) throw failure.error
  return { isWaiting, context: world.steps.leftAt(place.prefix) ?? place.before, content }
}

function scopeOf(
  world: World,
  { before, item, outputOf, nextPathOf }: Pick<GraphPlace, 'before' | 'item' | 'outputOf' | 'nextPathOf'>,
): StepScope {
  const { request, run } = world
  const { session } = request
  let said: SaidMessage[] | undefined
  const saidSoFar = (): SaidMessage[] => (said ??= saidIn(before))
  const history = (): string => historyText([...(world.counts.forgetsPast ? [] : world.pastTold), ...saidSoFar()])
  return {
    request: {
      question: () => request.question,
      chat_history: history,
      file_attachment: () => request.fileAttachment ?? '',
      current_date_time: () => new Date(run.now()).toISOString(),
      runtime_messages_length: () => Math.max(0, saidSoFar().length - 1),
      loop_count: () => world.counts.loop,
    },
    variables: world.variables,
    ownVariables: world.ownVariables,
    flow: {
      chatId: session.chatId,
      sessionId: session.sessionName ?? session.sessionId,
      chatflowId: session.flowId,
      ...request.flowValues,
      state: before?.state ?? {},
      get links() {
        return linksOf(world, nextPathOf)
      },
      get chatHistory() {
        return history()
      },
      get messages() {
        return messagesSoFar(world, saidSoFar())
      },
    },
    form: request.form,
    webhook: request.webhook,
    item: item && { value: item.value },
    outputOf,
  }
}

/** Where somebody can decide what each step will ask, by the step's id. */
function linksOf({ flow, request }: World, nextPathOf: GraphPlace['nextPathOf']): Record<string, string> {
  const links: Record<string, string> = {}
  for (const [id, { definition }] of flow.nodes) {
    const key = definition.traits?.step?.asks
    const path = key === undefined ? undefined : nextPathOf(id)
    if (path !== undefined && request.linkTo) links[id] = request.linkTo(key === '' ? path : `${path}/${key}`)
  }
  return links
}

/** What was said in this chat and in this run; before anybody has spoken, the question. */
function messagesSoFar({ counts, pastTold, request }: World, said: readonly SaidMessage[]): SaidMessage[] {
  const past = (counts.forgetsPast ? [] : pastTold).flatMap(({ role, content }) =>
    role === 'user' || role === 'assistant' ? [{ role, content }] : [],
  )
  return [...past, ...(said.length > 0 ? said : [{ role: 'user' as const, content: request.question }])]
}

function insideOf({ flow }: World, { tag }: StepNode): StepGraph {
  const graph = flow.inside.get(tag.id)
  if (graph && graph.steps.size > 0) return graph
  throw new NodeError(`"${tag.label}" is empty.`, {
    code: 'missing-input',
    hint: `Add the steps to repeat inside "${tag.label}".`,
  })
}

function checkJump(world: World, graph: StepGraph, { id, jump }: { id: string; jump: string }): void {
  if (graph.steps.has(jump)) return
  const node = world.flow.nodes.get(id)
  const isElsewhere = world.flow.nodes.has(jump)
  const error = new NodeError(
    isElsewhere
      ? `"${labelOf(world, id)}" goes back to "${labelOf(world, jump)}", which is in another container.`
      : `"${labelOf(world, id)}" goes back to "${jump}", but this flow has no such step.`,
    { code: 'bad-input', hint: `Open "${labelOf(world, id)}" and choose the step to go back to.` },
  )
  throw node ? blame(error, node.tag) : error
}

function labelOf({ flow }: World, id: string): string {
  return flow.nodes.get(id)?.tag.label ?? id
}

function passOf(path: string): number {
  return Number(path.slice(path.lastIndexOf('@') + 1))
}

function asOutput(output: unknown): Output {
  return typeof output === 'object' && output !== null && !Array.isArray(output)
    ? (output as Output)
    : { content: output }
}

function tooManySteps(): NodeError {
  return new NodeError(`The run stopped after ${MAX_STEPS.toLocaleString('en')} steps.`, {
    code: 'failed',
    hint: 'A loop may never end. Set its limit, or add a condition that leaves the loop.',
  })
}
