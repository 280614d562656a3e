import { NodeError, outcomeOf, type NodeContext, type Run, type RunEvent, type TraceEvent } from '@chatwright/core'
import { callOf, runInto } from '@chatwright/engine'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { FlowLibrary } from '../flows/flow-library.ts'
import { createEffects, type Platform } from './node-context.ts'

/** Flows may ask flows, but two that ask each other must not do so for ever. */
const MAX_DEPTH = 5
const depths = new AsyncLocalStorage<number>()

/** Lets a node ask another flow of this server. Its calls are told in the run that asks; its answer is that node's. */
export function createFlowAccess({ library, platform }: { library: FlowLibrary; platform: Platform }) {
  const access: NodeContext['flows'] = {
    list: () => library.names(),

    ask: ({ flowId, question, session, run, overrideConfig }) => {
      const depth = (depths.getStore() ?? 0) + 1
      if (depth > MAX_DEPTH) {
        throw new NodeError(`Flows ask each other more than ${MAX_DEPTH} deep.`, {
          code: 'refused',
          hint: 'Let one of the flows answer without asking the next.',
        })
      }
      return depths.run(depth, async () => {
        const flow = await library.prepare(await library.head(flowId))
        const plan = await library.plan(flow, { want: 'chat' })
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
            overrides: { nodes: namedByNode(overrideConfig) },
          },
          {
            effects,
            emit(event) {
              events.push(event)
              if (isTrace(event)) run.emit(asPartOf(run, flowId, event))
            },
          },
        )
        const { status, text, fault, sourceDocuments } = outcomeOf(events)
        if (status !== 'done') {
          const why = fault?.message ?? 'It was stopped.'
          throw new NodeError(`The flow "${flow.name}" did not answer: ${why}`, { code: 'failed' })
        }
        return { text, ...(sourceDocuments && { sourceDocuments }) }
      })
    },
  }
  return access
}

function isTrace(event: RunEvent): event is TraceEvent {
  return event.type === 'node-start' || event.type === 'node-end' || event.type === 'node-error'
}

/** A call of the flow that was asked, told below the call that asked it. */
function asPartOf(run: Run, flowId: string, event: TraceEvent): TraceEvent {
  const caller = callOf(run) ?? flowId
  const below = (callId: string): string => `${caller}/${callId}`
  const placed = { ...event, flowId, callId: below(event.callId) }
  if (placed.type !== 'node-start') return placed
  return { ...placed, parentCallId: placed.parentCallId === undefined ? caller : below(placed.parentCallId) }
}

/** Only values given for one node by its id: the builder of the asking flow wrote them, for that flow. */
function namedByNode(config: Record<string, unknown> = {}): Map<string, Record<string, unknown>> {
  const nodes = new Map<string, Record<string, unknown>>()
  for (const [name, byNode] of Object.entries(config)) {
    if (typeof byNode !== 'object' || byNode === null || Array.isArray(byNode)) continue
    for (const [nodeId, value] of Object.entries(byNode)) nodes.set(nodeId, { ...nodes.get(nodeId), [name]: value })
  }
  return nodes
}
