import type { NodeDescription } from '../../node/definition.ts'
import type { Command } from '../command.ts'
import { changeData } from '../command.ts'
import type { Flow, FlowNode } from '../document.ts'
import { flowGraph } from '../graph.ts'
import { isInputVisible } from '../input-visibility.ts'
import { moveStepEdge } from '../steps/step-edge.ts'
import { countDecided, outputOfHandle, stepOutputs } from '../steps/step-outputs.ts'

export interface StepInputChange {
  nodeId: string
  description: NodeDescription
  values: Readonly<Record<string, unknown>>
  /** Which of the new rows an old one became; without it each row stays itself. Nothing for one that was taken out. */
  rowAfter?: (row: number) => number | undefined
}

/** Writes values into a step. Outputs that follow from them come and go, and every edge stays with its own output. */
export function setStepInputs({ nodeId, description, values, rowAfter = (row) => row }: StepInputChange): Command {
  return (flow) => {
    const node = flowGraph(flow).nodes.get(nodeId)
    if (!node) return flow
    const changed = Object.entries(values).filter(([name, value]) => !isSame(node.data.inputs[name], value ?? ''))
    if (changed.length === 0) return flow
    const inputs = { ...node.data.inputs, ...Object.fromEntries(changed.map(([name, value]) => [name, value ?? ''])) }
    const written = changeData(flow, nodeId, (data) => ({
      ...data,
      inputs,
      inputParams: data.inputParams.map((param) => {
        const display = isInputVisible(param, inputs)
        return param['display'] === undefined || param['display'] === display ? param : { ...param, display }
      }),
    }))
    return settleOutputs(written, { before: node, description, inputs, rowAfter })
  }
}

interface Settling {
  before: FlowNode
  description: NodeDescription
  inputs: Readonly<Record<string, unknown>>
  rowAfter: (row: number) => number | undefined
}

function settleOutputs(flow: Flow, { before, description, inputs, rowAfter }: Settling): Flow {
  const id = before.id
  const outputs = stepOutputs(description, id, inputs)
  const was = stepOutputs(description, id, before.data.inputs)
  const counts = { old: countDecided(description, before.data.inputs), now: countDecided(description, inputs) }
  const outputAfter = outputAfterRows(description, counts, rowAfter)
  const isMoved = Array.from({ length: counts.old }, (_, row) => outputAfter(row)).some((after, row) => after !== row)
  if (!isMoved && outputs.length === was.length) return flow

  const handles = new Set(outputs.map((anchor) => anchor.id))
  const gone = new Set(was.map((anchor) => anchor.id).filter((handle) => !handles.has(handle)))
  const edges = flow.edges.flatMap((edge) => {
    if (edge.source !== id) return [edge]
    const output = outputOfHandle(id, edge.sourceHandle) ?? ''
    if (!/^\d+$/.test(output) || Number(output) >= counts.old) return gone.has(edge.sourceHandle) ? [] : [edge]
    const after = outputAfter(Number(output))
    return after === undefined ? [] : [moveStepEdge(edge, { source: before, output: String(after) })]
  })
  return { ...changeData(flow, id, (data) => ({ ...data, outputAnchors: outputs })), edges }
}

/** The output for "none of these" is the last one, however many rows stand before it. */
function outputAfterRows(
  { traits }: NodeDescription,
  { old, now }: { old: number; now: number },
  rowAfter: (row: number) => number | undefined,
): (output: number) => number | undefined {
  const decides = traits?.step?.decides
  const hasElse = decides !== undefined && 'rows' in decides && decides.hasElse
  // Outputs that are always there stand before those of the rows.
  const fixed = decides !== undefined && 'outputs' in decides ? decides.outputs.length : 0
  return (output) => {
    if (output < fixed) return output
    if (hasElse && output === old - 1) return now - 1
    const row = rowAfter(output - fixed)
    const after = row === undefined ? undefined : row + fixed
    return after !== undefined && after < (hasElse ? now - 1 : now) ? after : undefined
  }
}

/** Lists and objects are compared by what they hold: a form hands out a new one each time. */
function isSame(before: unknown, after: unknown): boolean {
  if (before === after) return true
  return typeof before === 'object' && typeof after === 'object' && JSON.stringify(before) === JSON.stringify(after)
}
