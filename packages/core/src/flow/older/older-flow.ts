import type { NodeDescription } from '../../node/definition.ts'
import type { Flow, FlowEdge, FlowNode } from '../document.ts'
import { flowGraph } from '../graph.ts'
import { parseHandle } from '../handles.ts'

export type Describe = (name: string) => NodeDescription | undefined

/** Why a flow cannot become steps: the node at fault, and what to do. */
export interface Refusal {
  nodeId: string
  label: string
  message: string
  hint: string
}

/** Thrown while a flow is read, so that the first node that cannot be mapped is named. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor({ id, data }: FlowNode, message: string, hint: string) {
    super(message)
    this.refusal = { nodeId: id, label: nameOf(data) ?? data.label, message, hint }
  }
}

/** What the flow's author called a node: its name stands among its inputs. */
const NAME_INPUTS = [
  'agentName',
  'llmNodeName',
  'toolNodeName',
  'conditionName',
  'conditionAgentName',
  'functionName',
  'seqExecuteFlowName',
  'supervisorName',
  'workerName',
]

export function nameOf({ inputs }: Pick<FlowNode['data'], 'inputs'>): string | undefined {
  const name = NAME_INPUTS.map((input) => inputs[input]).find((value) => typeof value === 'string' && value.trim())
  return typeof name === 'string' ? name.trim() : undefined
}

/** The name by which loops and the supervisor call a node. */
export function callName(name: string): string {
  return name.toLowerCase().replaceAll(/\s/g, '_').trim()
}

export function textOf(node: FlowNode, input: string): string {
  const value = node.data.inputs[input]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

export function isOn(node: FlowNode, input: string): boolean {
  return String(node.data.inputs[input]) === 'true'
}

/** The nodes connected to an input of a node, in the order of the drawing. */
export function connectedTo(flow: Flow, node: FlowNode, input: string): FlowNode[] {
  const { nodes, incoming } = flowGraph(flow)
  return (incoming.get(node.id) ?? []).flatMap((edge) =>
    inputOf(edge) === input ? (nodes.get(edge.source) ?? []) : [],
  )
}

export function inputOf({ targetHandle }: FlowEdge): string | undefined {
  return parseHandle(targetHandle)?.name
}

/** Whether code counts instead of a table: by the choice of the node's author, else when there is no table. */
export function isByCode(node: FlowNode, { choice, table, code }: { choice: string; table: string; code: string }) {
  if (textOf(node, code).trim() === '') return false
  const chosen = node.data.inputs[`${choice}_${node.id}`]
  if (typeof chosen === 'string' && chosen !== '') return chosen.split(`_${node.id}`)[0] === code
  const rows = node.data.inputs[table]
  return rows === undefined || rows === '' || rows === '[]' || (Array.isArray(rows) && rows.length === 0)
}
