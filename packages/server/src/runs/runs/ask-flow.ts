import {
  namesNodeType,
  NodeError,
  nodeNames,
  outcomeOf,
  requestReach,
  type CallEvent,
  type Flow,
  type NodeContext,
  type NodeDescription,
  type Run,
  type RunEvent,
  type StepEvent,
  type TraceEvent,
} from '@chatwright/core'
import { callOf, gateOf, runInto } from '@chatwright/engine'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { FlowLibrary, PlannedFlow } from '../../flows/flows/flow-library.ts'
import { createEffects, type Platform } from './node-context.ts'

/** Flows may ask flows, but two that ask each other must not do so for ever. */
const MAX_DEPTH = 5
const depths = new AsyncLocalStorage<number>()

/** Lets a node ask another flow of this server. Its calls are told in the run that asks; its answer is that node's. */
export function createFlowAccess({
  library,
  platform,
  describe,
}: {
  library: FlowLibrary
  platform: Platform
  describe: (nodeName: string) => NodeDescription | undefined
}) {
  const access: NodeContext['flows'] = {
    list: () => library.names(),

    ask: (asked) => {
      const depth = (depths.getStore() ?? 0) + 1
      if (depth > MAX_DEPTH) {
        throw new NodeError(`Flows call each other more than ${MAX_DEPTH} levels deep.`, {
          code: 'refused',
          hint: 'Let one of the flows answer without calling the next.',
        })
      }
      return depths.run(depth, () => answer(asked))
    },
  }

  async function answer(asked: Asked): Promise<Answered> {
    const { flowId, nested } = asked
    const flow = await library.prepare(await library.head(flowId))
    const plan = await library.plan(flow, { want: 'chat' })
    if (!nested) return answerBy({ flow, plan }, asked)
    if (plan.kind === 'values') {
      const done: unknown = await nested.once(flow.name, (run) => answerBy({ flow, plan }, { ...asked, run }))
      // A person may have said what came of it.
      return isAnswer(done) ? done : { text: typeof done === 'string' ? done : JSON.stringify(done) }
    }
    // What waits goes on as it was drawn when it began.
    const begun = await nested.pin(async () => ({
      flowId,
      flowName: flow.name,
      flowVersion: flow.version,
      graph: await library.keep(flow),
    }))
    const pinned = await library.pinned(begun)
    return answerBy({ flow: pinned, plan: await library.plan(pinned, { want: 'chat' }) }, asked)
  }

  async function answerBy({ flow, plan }: PlannedFlow<'chat'>, asked: Asked): Promise<Answered> {
    const { flowId, question, session, run, overrideConfig, nested } = asked
    const effects = createEffects(platform, { flow: { id: flow.id, name: flow.name }, flows: access })
    const events: RunEvent[] = []
    await runInto(
      plan,
      {
        runId: randomUUID(),
        session: { ...session, flowId },
        question,
        signal: run.signal,
        now: run.now,
        gate: gateOf(run),
        overrides: { nodes: namedByNode(flow.flow, describe, overrideConfig) },
        ...(nested && plan.kind === 'steps' && { told: nested.told, keep: () => nested.keep() }),
        ...(nested?.linkTo && { linkTo: (path) => nested.linkTo?.(path) ?? '' }),
      },
      {
        effects,
        emit(event) {
          events.push(event)
          if (isTrace(event)) run.emit(asPartOf(run, flowId, event))
          else if (nested && isStepEvent(event)) nested.tell(event)
        },
      },
    )
    const { status, text, fault, sourceDocuments } = outcomeOf(events)
    if (status === 'waiting' && nested) nested.park()
    if (status !== 'done') {
      const why = status === 'waiting' ? 'It is waiting for a person.' : (fault?.message ?? 'It was stopped.')
      throw new NodeError(`The flow "${flow.name}" didn't answer: ${why}`, {
        code: 'failed',
        ...(fault?.question && { question: fault.question }),
      })
    }
    return { text, ...(sourceDocuments && { sourceDocuments }) }
  }

  return access
}

type Told = TraceEvent | CallEvent
type Asked = Parameters<NodeContext['flows']['ask']>[0]
type Answered = Awaited<ReturnType<NodeContext['flows']['ask']>>

function isAnswer(value: unknown): value is Answered {
  return typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string'
}

function isStepEvent(event: RunEvent): event is StepEvent {
  return event.type.startsWith('step-')
}

function isTrace(event: RunEvent): event is Told {
  const { type } = event
  return type === 'node-start' || type === 'node-end' || type === 'node-error' || type === 'call'
}

/** A call of the flow that was asked, told below the call that asked it. */
function asPartOf(run: Run, flowId: string, event: Told): Told {
  const caller = callOf(run) ?? flowId
  const below = (callId: string): string => `${caller}/${callId}`
  if (event.type === 'call')
    return { ...event, flowId, callId: event.callId === undefined ? caller : below(event.callId) }
  const placed = { ...event, flowId, callId: below(event.callId) }
  if (placed.type !== 'node-start') return placed
  return { ...placed, parentCallId: placed.parentCallId === undefined ? caller : below(placed.parentCallId) }
}

/**
 * Only values given for one node by its id: the builder of the asking flow wrote them, for that flow. A request, a model or a document
 * may have put in words of its own, so that they reach what a request may reach and nothing else: no code, and nothing that
 * decides where a secret goes or which conversation is read.
 */
function namedByNode(
  flow: Flow,
  describe: (nodeName: string) => NodeDescription | undefined,
  config: Record<string, unknown> = {},
): Map<string, Record<string, unknown>> {
  const names = nodeNames(flow, describe)
  const nodes = new Map<string, Record<string, unknown>>()
  for (const [name, byNode] of Object.entries(config)) {
    if (name === 'sessionId' || typeof byNode !== 'object' || byNode === null || Array.isArray(byNode)) continue
    for (const [key, value] of Object.entries(byNode)) {
      const nodeId = names.idOf(key)
      // An object may be the value itself, of an input that takes JSON.
      if (nodeId === undefined && namesNodeType(key, describe)) throw unknownNode(flow, key)
      const node = flow.nodes.find(({ id }) => id === nodeId)
      const input = node && describe(node.data.name)?.inputs.find((each) => each.name === name)
      if (input && requestReach(input) === 'value') nodes.set(node.id, { ...nodes.get(node.id), [name]: value })
    }
  }
  return nodes
}

function unknownNode(flow: Flow, key: string): NodeError {
  return new NodeError(`The called flow has no node with the ID "${key}".`, {
    code: 'bad-input',
    hint: `Fix it in Override Config. The nodes are: ${flow.nodes.map(({ id }) => id).join(', ')}.`,
  })
}
