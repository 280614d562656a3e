import { isNodeValue, NodeError, type FlowStep, type StepEffect, type StepEnd, type StepResult } from '@chatwright/core'
import { readCredential } from '../build.ts'
import { startCall, type Call } from '../call.ts'
import { clipValue } from '../clip.ts'
import { toFault } from '../fault.ts'
import { ownMeter } from '../meter.ts'
import { Parked } from './parked.ts'
import { resolveStepInputs } from './resolve-step-inputs.ts'
import { sleep } from './sleep.ts'
import { changeOf, stateAfter } from './state-rows.ts'
import type { StepPlace } from './step-place.ts'
import type { StepNode } from './step-flow.ts'
import { isCutOff, resultByHand, turnOf, unknownKey, unknownQuestion } from './turn.ts'
import { keepBefore, type World } from './world.ts'

/** Runs one step, or gives what it came to before. Throws `Parked` when it waits. */
export async function runStep(world: World, node: StepNode, place: StepPlace): Promise<StepEnd> {
  const known = world.steps.endOf(place.path)
  if (known) return known
  const { run } = world
  const call = startCall(node.tag, { ...run, signal: place.signal }, undefined)
  const began = world.steps.openOf(place.path)
  // Words of somebody who did not come to an end are said anew.
  if (began && place.speaks) world.floor.replace(began.textBefore)
  for (let tries = 0; ; tries += 1) {
    const textBefore = world.floor.text
    const startedAt = run.now()
    try {
      const end = await attemptStep(world, node, { place, call }).catch((error: unknown) =>
        askWhetherToGoOn(world, node, { place, call, error }),
      )
      call.end(clipValue(end.output))
      world.floor.leave(place.path)
      return end
    } catch (error) {
      if (error instanceof Parked) {
        call.end(undefined)
        world.floor.leave(place.path)
        throw error
      }
      const { onError, retries } = node.policy
      const mayTryAgain = onError !== 'fail' && tries < retries && !place.signal.aborted
      if (!isCutOff(world, place.path, place.signal)) {
        world.emit({
          type: 'step-error',
          path: place.path,
          nodeId: node.tag.id,
          at: run.now(),
          durationMs: run.now() - startedAt,
          fault: toFault(error),
        })
      }
      if (place.speaks) world.floor.replace(textBefore)
      if (mayTryAgain) {
        world.steps.tryAgain(place.path)
        if (!world.request.isReplayed) await sleep(1000 * 2 ** tries, place.signal)
        continue
      }
      const instead = place.signal.aborted ? undefined : goesOnWith(node, error)
      if (!instead) throw call.fail(error)
      if (world.steps.attemptsOf(place.path) === 0) {
        world.emit({ type: 'step-start', at: startedAt, ...startOf(node, place, { effect: 'pure', attempt: 1 }) })
      }
      const end = endOf(world, node, { place, startedAt, result: instead })
      call.fail(error)
      return end
    }
  }
}

/** Lets the run rest where a person may say that what could not be done may be done. Throws in any case. */
async function askWhetherToGoOn(
  world: World,
  node: StepNode,
  { place, call, error }: { place: StepPlace; call: Call; error: unknown },
): Promise<never> {
  const question = error instanceof NodeError ? error.question : undefined
  if (!question) throw error
  const turn = turnOf(world, node, { place, run: call.run })
  // It was allowed before, and is used up again.
  let round = 1
  while (world.steps.decisionOf(questionPath(place, round))) round += 1
  await turn.ask(questionKey(round), question)
  throw error
}

const questionKey = (round: number): string => `limit:${round}`

const questionPath = ({ path }: StepPlace, round: number): string => `${path}/${questionKey(round)}`

/** Who was not allowed to go on does not try again. */
function refuseRejected({ steps }: World, place: StepPlace): void {
  for (let round = 1; ; round += 1) {
    const decision = steps.decisionOf(questionPath(place, round))
    if (!decision) return
    if (decision.type !== 'proceed') {
      throw new NodeError('This run reached its spending limit, and no more was allowed.', { code: 'quota' })
    }
  }
}

interface Attempt {
  place: StepPlace
  call: Call
}

async function attemptStep(world: World, node: StepNode, { place, call }: Attempt): Promise<StepEnd> {
  const { run, effects, flow, request } = world
  const startedAt = run.now()
  refuseRejected(world, place)
  const meter = ownMeter(call.run)
  const turn = turnOf(world, node, { place, run: meter.run })
  // Asked before anything can fail: a further try would know nothing of it.
  const lost = world.steps.openOf(place.path)?.start
  if (lost?.effect === 'writes') {
    const decision = await turn.ask(unknownKey(lost), unknownQuestion(node.tag.label))
    const byHand = resultByHand(decision, node.tag.label)
    if (byHand) return endOf(world, node, { place, startedAt, result: { output: { content: byHand.result } } })
  }
  const inputs = await resolveStepInputs(node, { flow, request, effects, scope: place.scope, run: meter.run })
  const step: unknown = await node.definition.build({
    inputs,
    output: node.definition.name,
    credential: await readCredential({ credential: node.credential, tag: node.tag }, effects),
    node: node.tag,
    request: { question: request.question, run: meter.run },
    context: effects.context,
  })
  if (!isStep(step)) throw new NodeError(`"${node.tag.label}" isn't a step, so it can't run in an agent flow.`)
  const effect = step.effect ?? 'pure'
  const attempt = world.steps.attemptsOf(place.path) + 1
  await keepBefore(world, { type: 'step-start', at: startedAt, ...startOf(node, place, { effect, attempt }) })
  const result = await step.run(turn, meter.run)
  return endOf(world, node, { place, startedAt, result, effect, usage: meter.usage(), repeated: turn.repeated })
}

function startOf(
  node: StepNode,
  { path, after, drawn, item }: StepPlace,
  how: { effect: StepEffect; attempt: number },
) {
  return {
    path,
    nodeId: node.tag.id,
    label: node.tag.label,
    name: node.tag.name,
    effect: how.effect,
    ...(after.length > 0 && { after: [...after] }),
    drawn,
    ...(item && { item }),
    ...(how.attempt > 1 && { attempt: how.attempt }),
  }
}

interface Finished {
  place: StepPlace
  startedAt: number
  result: StepResult
  effect?: StepEffect
  usage?: StepEnd['usage'] | undefined
  /** What steps inside it changed of the state. */
  repeated?: Readonly<Record<string, unknown>> | undefined
}

/** Tells what a step came to. */
function endOf(world: World, node: StepNode, finished: Finished): StepEnd {
  const { place, startedAt, result, effect, usage, repeated } = finished
  const state = stateAfter(node, { result, scope: place.scope, repeated })
  const at = world.run.now()
  const end: StepEnd = {
    type: 'step-end',
    path: place.path,
    nodeId: node.tag.id,
    at,
    durationMs: at - startedAt,
    output: result.output,
    ...(result.input && { input: result.input }),
    ...changeOf(state, world.flow.lists),
    ...(result.said && result.said.length > 0 && { said: result.said }),
    ...(result.taken && { taken: [...result.taken] }),
    ...(node.policy.onError === 'output' && !result.taken && { taken: [node.tag.name] }),
    ...(result.jump !== undefined && { jump: result.jump }),
    ...(result.forgetsPast && { forgetsPast: true as const }),
    ...(usage && { usage }),
  }
  world.emit(end)
  if (effect === 'writes') world.counts.isUnkept = true
  return end
}

/** What a step that failed for good goes on with, where its builder said so. */
function goesOnWith({ policy }: StepNode, error: unknown): StepResult | undefined {
  const { message } = toFault(error)
  if (policy.onError === 'default') return { output: { content: policy.text, error: message } }
  if (policy.onError === 'output') return { output: { content: message, error: message }, taken: ['error'] }
  return undefined
}

function isStep(value: unknown): value is FlowStep {
  return isNodeValue(value) && value.kind === 'step'
}
