import { outcomeOf, Steps, type AnswerEvent, type Message, type Run, type RunEvent } from '@chatwright/core'
import { readForFlow } from '../calls.ts'
import type { Effects, RunRequest } from '../request.ts'
import { createFloor } from './floor.ts'
import { runGraph } from './run-graph.ts'
import type { StepFlow } from './step-flow.ts'
import type { World } from './world.ts'

interface Answering {
  run: Run
  effects: Effects
  /** Hears the answer. */
  tell(event: AnswerEvent | Extract<RunEvent, { type: 'text' }>): void
}

/** Runs an agent flow, or goes on with one, until it ends or waits for somebody. */
export async function answerBySteps(
  planned: StepFlow,
  request: RunRequest,
  { run, effects, tell }: Answering,
): Promise<'done' | 'waiting'> {
  const flow = await drawnFor(planned, request)
  const asked = askedOf(request, run)
  for (const event of asked) run.emit(event)
  const past = pastOf(request, { run, effects })
  const variables = flow.usesVariables ? await readForFlow(run, 'variables', () => effects.context.variables()) : {}
  const counts = { steps: 0, loop: 0, isUnkept: false, forgetsPast: false }
  const steps = new Steps([...(request.told ?? []), ...asked])
  const world: World = {
    flow,
    request,
    effects,
    run,
    steps,
    floor: createFloor(tell, outcomeOf(toldInThisRun(request)).text),
    variables: { ...variables, ...request.overrides?.variables },
    ownVariables: variables,
    emit(event) {
      steps.add(event)
      run.emit(event)
    },
    past: async () => (counts.forgetsPast ? [] : past()),
    pastTold: flow.usesHistory ? await past() : [],
    counts,
  }
  for (const id of flow.graph.unreached) {
    const label = flow.nodes.get(id)?.tag.label ?? id
    run.emit({ type: 'step-skip', path: id, nodeId: id, label, from: [] })
  }
  const { isWaiting, content } = await runGraph(world, flow.graph, {
    prefix: '',
    before: undefined,
    item: undefined,
    outputOf: () => undefined,
    nextPathOf: () => undefined,
    signal: run.signal,
  })
  // What ran last has the last word, where steps run one after another; as the older product answers.
  if (!isWaiting && (!flow.isParallel || world.floor.text === '')) world.floor.replace(wordsOf(content))
  return isWaiting ? 'waiting' : 'done'
}

/** The drawing of an older flow takes what a request puts into its nodes before it becomes steps. */
async function drawnFor(flow: StepFlow, { overrides }: RunRequest): Promise<StepFlow> {
  return flow.older && overrides && overrides.nodes.size > 0 ? flow.older.withInputs(overrides.nodes) : flow
}

/** What this run was asked to do with its steps. Told once: whoever takes it up again goes on with what was done since. */
function askedOf(request: RunRequest, run: Run): RunEvent[] {
  const { again, decisions = [] } = request
  const told = toldInThisRun(request)
  const isTold = (asked: RunEvent): boolean =>
    told.some((event) => event.type === asked.type && 'path' in event && 'path' in asked && event.path === asked.path)
  const asked: RunEvent[] = [
    ...(again === undefined ? [] : [{ type: 'step-again' as const, path: again, at: run.now() }]),
    ...decisions.map(({ path, decision, by }) => ({
      type: 'step-decision' as const,
      path,
      at: run.now(),
      decision,
      ...(by && { by }),
    })),
  ]
  return asked.filter((event) => !isTold(event))
}

/** What an earlier holder of this very run has told. */
function toldInThisRun({ told = [], runId }: RunRequest): readonly RunEvent[] {
  const start = told.findIndex((event) => event.type === 'run-start' && event.runId === runId)
  return start === -1 ? [] : told.slice(start)
}

/** What was said in this chat before, read when it is first asked for. */
function pastOf(
  { session, executionId }: RunRequest,
  { run, effects }: { run: Run; effects: Effects },
): () => Promise<readonly Message[]> {
  let loaded: Promise<readonly Message[]> | undefined
  return () => {
    if (run.history.length > 0) return Promise.resolve(run.history)
    loaded ??=
      session.isNew === true
        ? Promise.resolve([])
        : readForFlow(run, 'history', () => effects.context.history.load(session, before(executionId)))
    return loaded
  }
}

function before(runId: string | undefined): { before?: string } {
  return runId === undefined ? {} : { before: runId }
}

function wordsOf(content: unknown): string {
  if (typeof content === 'string' && content !== '') return content
  return content === undefined || content === null || content === '' ? ' ' : JSON.stringify(content)
}
