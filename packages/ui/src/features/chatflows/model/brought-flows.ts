import { createCatalogueIndex, readFlow, validateFlow } from '@chatwright/core'
import type { Change, Flow, FlowNode, NodeDescription } from '@chatwright/core'

import { demandedKey, flowsInFile, settingsOf } from './flow-rows.ts'
import type { FlowSettings, FlowSource, LeftBehind } from './flow-rows.ts'

/** What becomes of a node of another product's flow. */
export type NodeFate = 'works' | 'renamed' | 'credential' | 'placeholder'

export interface BroughtNode {
  id: string
  label: string
  fate: NodeFate
  /** What it is called here, where that has changed. */
  renamedTo?: string
  /** The kinds of credentials it takes, where it lacks one. */
  credentials: string[]
}

export interface BroughtFlow {
  /** Only for lists on the screen. */
  key: string
  name: string
  flow: Flow
  settings: FlowSettings
  /** It was open only to who had a key, and keys do not come along. */
  demandedKey: boolean
  nodes: BroughtNode[]
  /** Everything else that reading changed or kept, in words. */
  notes: string[]
}

export interface BroughtFile {
  flows: BroughtFlow[]
  /** Flows that cannot be read, each with the reason. */
  refused: { name: string; reason: string }[]
  leftBehind: LeftBehind[]
}

interface Known {
  catalogue: readonly NodeDescription[]
  credentials: readonly string[]
}

/** Reads every flow of a file: one flow, several, or a whole database export. Throws for a file without any. */
export function readBroughtFlows(file: { name: string; text: string }, known: Known): BroughtFile {
  const index = createCatalogueIndex(known.catalogue)
  const { sources, leftBehind } = flowsInFile(file)
  const read: BroughtFile = { flows: [], refused: [], leftBehind }
  for (const [position, { name, source }] of sources.entries()) {
    try {
      read.flows.push({ key: `${file.name} ${position}`, ...readBroughtFlow({ name, source }, index, known) })
    } catch (error) {
      // One of many must not keep the others out.
      if (sources.length === 1) throw error
      read.refused.push({ name, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return read
}

function readBroughtFlow(
  { name, source }: FlowSource,
  index: ReturnType<typeof createCatalogueIndex>,
  { credentials }: Known,
): Omit<BroughtFlow, 'key'> {
  const { flow, changes, name: ownName } = readFlow(source, (nodeName) => index.describe(nodeName))
  const lacking = new Set(
    validateFlow(flow, index, { credentials })
      .filter((problem) => problem.code === 'missing-credential')
      .map((problem) => problem.nodeId),
  )
  const describeFate = (node: FlowNode): Pick<BroughtNode, 'fate' | 'renamedTo' | 'credentials'> => {
    const description = index.describe(node.data.name)
    if (!description || !isRunnable(changes)) return { fate: 'placeholder', credentials: [] }
    const isRenamed = changes.some((change) => change.kind === 'renamed-node' && change.nodeId === node.id)
    const isLacking = lacking.has(node.id)
    return {
      fate: isLacking ? 'credential' : isRenamed ? 'renamed' : 'works',
      ...(isRenamed && { renamedTo: description.label }),
      credentials: isLacking ? (description.credential?.credentialNames ?? []) : [],
    }
  }
  return {
    name: ownName ?? name,
    flow,
    settings: settingsOf(source),
    demandedKey: demandedKey(source),
    nodes: flow.nodes
      .filter((node) => node.type !== 'stickyNote')
      .map((node) => ({ id: node.id, label: node.data.label, ...describeFate(node) })),
    notes: changes.filter(isNoteworthy).map((change) => change.message),
  }
}

export function needsAttention(flow: BroughtFlow): number {
  return (
    flow.nodes.filter((node) => node.fate === 'credential' || node.fate === 'placeholder').length +
    (flow.demandedKey ? 1 : 0)
  )
}

/** An agent flow is kept whole but cannot run here, whatever its nodes are. */
function isRunnable(changes: readonly Change[]): boolean {
  return !changes.some((change) => change.kind === 'kept-agentflow')
}

function isNoteworthy(change: Change): boolean {
  return change.kind === 'removed-edge' || change.kind === 'kept-agentflow'
}
