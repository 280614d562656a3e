import type { FlowKind } from '../agentflow.ts'
import { flowKind, isOlderAgentflow } from '../agentflow.ts'
import { convertOlderFlow } from '../older/convert-older.ts'
import { checkFlowShape } from '../check-flow-shape.ts'
import { completeFlow } from '../complete-flow.ts'
import type { Flow } from '../document.ts'
import type { RawFlow } from '../flow-schema.ts'
import type { Change } from './change.ts'
import { completeShapes } from './complete-shapes.ts'
import { handOn } from './hand-on.ts'
import { makeIdsUnique } from './make-ids-unique.ts'
import { openBranches } from './open-branches.ts'
import type { Describe, Repair } from './repair.ts'
import { renameChosen } from './rename-chosen.ts'
import { resolveAliases } from './resolve-aliases.ts'
import { restoreReferences } from './restore-references.ts'
import { rewireEdges } from './rewire-edges.ts'
import { unwrapFlow } from './unwrap-flow.ts'

export interface ReadResult {
  flow: Flow
  /** What was put right, and what was kept although it cannot be used; empty for a file that needed nothing. */
  changes: Change[]
  name?: string
  description?: string
}

/** A flow of agents is left as it came wherever it can be: the older product reads what it wrote, down to the last key. */
const REPAIRS: Readonly<Record<FlowKind, readonly Repair[]>> = {
  chat: [makeIdsUnique, completeShapes, handOn, resolveAliases, openBranches, rewireEdges, restoreReferences],
  agents: [makeIdsUnique, completeShapes, renameChosen],
}

/** Reads any flow file, tolerantly, and says what it changed. Throws a FlowFormatError for what is no flow. */
export function readFlow(source: unknown, describe: Describe): ReadResult {
  const { flow: value, ...labels } = unwrapFlow(source)
  const raw = checkFlowShape(value)
  const changes: Change[] = []
  const report = (change: Change) => void changes.push(change)
  const flow = completeFlow(raw)
  reportOlder(flow, report, describe)
  reportPlaced(raw, flow, report)
  reportUnknown(flow, report, describe)
  const repairs = REPAIRS[flowKind(flow)]
  return { flow: repairs.reduce((flow, repair) => repair(flow, report, describe), flow), changes, ...labels }
}

/** A flow of the first agent kind runs as steps, unless one of its nodes cannot be any. */
function reportOlder(flow: Flow, report: (change: Change) => void, describe: Describe): void {
  // A file is looked at before the catalogue is there, too, which knows no step then.
  if (!isOlderAgentflow(flow) || !describe('startAgentflow')) return
  const { refusal } = convertOlderFlow(flow, { describe, ids: 'kept' })
  if (!refusal) return
  report({
    kind: 'kept-agentflow',
    nodeId: refusal.nodeId,
    message: `This flow is imported unchanged, but it can't run yet. ${refusal.message}`,
  })
}

function reportPlaced(raw: RawFlow, flow: Flow, report: (change: Change) => void): void {
  for (const [index, node] of flow.nodes.entries()) {
    if (raw.nodes[index]?.position) continue
    report({
      kind: 'placed-node',
      nodeId: node.id,
      message: `${node.data.label} had no position on the canvas. It was given one.`,
    })
  }
}

function reportUnknown(flow: Flow, report: (change: Change) => void, describe: Describe): void {
  for (const { id, type, data } of flow.nodes) {
    if (type === 'stickyNote' || describe(data.name)) continue
    report({
      kind: 'kept-node',
      nodeId: id,
      message: `${data.label} (${data.name}) isn't installed here. Its settings are stored, but it can't run.`,
    })
  }
}
