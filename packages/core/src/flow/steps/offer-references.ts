import type { NodeDescription } from '../../node/definition.ts'
import type { Flow, FlowNode } from '../document.ts'
import { flowGraph } from '../graph.ts'
import { stepsBefore } from './before-step.ts'
import { readRows } from './read-rows.ts'
import { parentOf } from './step-edge.ts'

export type ReferenceGroup = 'request' | 'output' | 'iteration' | 'form' | 'webhook' | 'state' | 'variables' | 'steps'

/** Something that a text of a step can speak of. */
export interface OfferedReference {
  /** What goes between the braces. */
  name: string
  group: ReferenceGroup
  /** The step it comes from, as its author named it. */
  step?: string
  /** What it holds, where that is known. */
  type?: string
}

export interface OfferPlace {
  nodeId: string
  describe: (name: string) => NodeDescription | undefined
  /** The names of the workspace's variables. */
  variables?: readonly string[]
  /** Whether the text stands in a row that changes the flow's state, where the step's own output is known. */
  isState?: boolean
}

const OF_REQUEST: readonly Pick<OfferedReference, 'name' | 'type'>[] = [
  { name: 'question', type: 'string' },
  { name: 'chat_history', type: 'string' },
  { name: 'file_attachment', type: 'string' },
  { name: 'current_date_time', type: 'string' },
  { name: 'runtime_messages_length', type: 'number' },
  { name: 'loop_count', type: 'number' },
]

const OF_FLOW = ['sessionId', 'chatId', 'chatflowId', 'apiMessageId']

/** Everything that can be known when a step begins, and nothing else. */
export function offerReferences(flow: Flow, place: OfferPlace): OfferedReference[] {
  const { nodes } = flowGraph(flow)
  const node = nodes.get(place.nodeId)
  if (!node) return []
  const start = flow.nodes.find((each) => place.describe(each.data.name)?.traits?.step?.starts)
  return [
    ...(place.isState ? ownOutput(node, place) : []),
    ...OF_REQUEST.map((each) => ({ ...each, group: 'request' as const })),
    ...(parentOf(node) === undefined ? [] : [{ name: '$iteration', group: 'iteration' as const }]),
    ...(start ? givenBy(start) : []),
    ...stateKeys(flow, place).map((key) => ({ name: `$flow.state.${key}`, group: 'state' as const })),
    ...stepsBefore(flow, node.id).flatMap((step) => outputsOf(step, place)),
    ...(place.variables ?? []).map((name) => ({ name: `$vars.${name}`, group: 'variables' as const, type: 'string' })),
    ...linksIn(flow, node, place),
    ...OF_FLOW.map((name) => ({ name: `$flow.${name}`, group: 'request' as const, type: 'string' })),
  ]
}

/** Addresses at which somebody can decide, known before the step asks: of those beside it and around it. */
function linksIn(flow: Flow, node: FlowNode, { describe }: OfferPlace): OfferedReference[] {
  const around = new Set([undefined, parentOf(node)])
  return flow.nodes
    .filter((each) => describe(each.data.name)?.traits?.step?.asks !== undefined && around.has(parentOf(each)))
    .map((each) => ({ name: `$flow.links.${each.id}`, group: 'request', step: each.data.label, type: 'string' }))
}

/** The keys of the flow's state: those that the Start gives it, and those that steps write. */
export function stateKeys(flow: Flow, { describe }: Pick<OfferPlace, 'describe'>): string[] {
  const keys = flow.nodes.flatMap(({ data }) => {
    const step = describe(data.name)?.traits?.step
    const name = step?.declaresState ?? step?.updatesState
    return name === undefined ? [] : textsOf(data.inputs[name], 'key')
  })
  return [...new Set(keys)]
}

/** What a form or a webhook brings, as the Start declares it. */
export function givenBy({ data: { inputs } }: FlowNode): OfferedReference[] {
  const kind = inputs['startInputType']
  const isScheduledForm = kind === 'scheduleInput' && inputs['scheduleInputMode'] === 'form'
  if (kind === 'formInput' || isScheduledForm) {
    const rows = readRows(inputs[isScheduledForm ? 'scheduleFormInputTypes' : 'formInputTypes']) ?? []
    return rows.flatMap(({ name, type }) =>
      typeof name === 'string' && name !== ''
        ? [{ name: `$form.${name}`, group: 'form' as const, ...(typeof type === 'string' && { type }) }]
        : [],
    )
  }
  if (kind !== 'webhookTrigger') return []
  const parts = { body: 'webhookBodyParams', headers: 'webhookHeaderParams', query: 'webhookQueryParams' }
  return Object.entries(parts).flatMap(([part, input]) => [
    { name: `$webhook.${part}`, group: 'webhook' as const },
    ...textsOf(inputs[input], 'name').map((name) => ({ name: `$webhook.${part}.${name}`, group: 'webhook' as const })),
  ])
}

function outputsOf(step: FlowNode, place: OfferPlace): OfferedReference[] {
  const from = { group: 'steps' as const, step: step.data.label }
  const { name: kind } = step.data
  if (kind === 'httpAgentflow') {
    return ['http.data', 'http.status'].map((part) => ({ ...from, name: `${step.id}.output.${part}` }))
  }
  return [
    { ...from, name: step.id, type: 'string' },
    ...structuredKeys(step, place).map(({ key, type }) => ({ ...from, name: `${step.id}.output.${key}`, type })),
    ...filledIn(step).map(({ key, type }) => ({ ...from, name: `${step.id}.output.form.${key}`, type })),
  ]
}

/** What a person is asked to fill in there. */
function filledIn({ data }: FlowNode): { key: string; type: string }[] {
  return (readRows(data.inputs['humanInputFields']) ?? []).flatMap(({ name, type }) =>
    typeof name === 'string' && name !== '' ? [{ key: name, type: typeof type === 'string' ? type : 'string' }] : [],
  )
}

function ownOutput(node: FlowNode, place: OfferPlace): OfferedReference[] {
  return [
    { name: 'output', group: 'output' },
    ...structuredKeys(node, place).map(({ key, type }) => ({ name: `output.${key}`, group: 'output' as const, type })),
  ]
}

/** The keys that a step was told to answer with. */
function structuredKeys({ data }: FlowNode, { describe }: OfferPlace): { key: string; type: string }[] {
  const input = describe(data.name)?.inputs.find(({ name }) => name.endsWith('StructuredOutput'))
  const rows = (input && readRows(data.inputs[input.name])) ?? []
  return rows.flatMap(({ key, type }) =>
    typeof key === 'string' && key !== '' ? [{ key, type: typeof type === 'string' ? type : 'string' }] : [],
  )
}

function textsOf(rows: unknown, field: string): string[] {
  return (readRows(rows) ?? []).flatMap((row) => {
    const text = row[field]
    return typeof text === 'string' && text.trim() !== '' ? [text.trim()] : []
  })
}
