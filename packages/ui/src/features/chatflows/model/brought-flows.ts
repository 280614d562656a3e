import { createCatalogueIndex, readFlow, validateFlow } from '@chatwright/core'
import type { Change, Flow, FlowNode, NodeDescription } from '@chatwright/core'

/** What becomes of a node of another product's flow. */
export type NodeFate = 'works' | 'renamed' | 'credential' | 'placeholder'

export interface BroughtNode {
  id: string
  label: string
  fate: NodeFate
  /** What it is called here, or the kinds of credentials it takes. */
  names: string[]
}

export interface BroughtFlow {
  /** Only for lists on the screen. */
  key: string
  name: string
  flow: Flow
  nodes: BroughtNode[]
  /** Everything else that reading changed or kept, in words. */
  notes: string[]
}

interface FlowSource {
  name: string
  source: unknown
}

/** Reads every flow of a file: one flow, several, or a whole database export. Throws for a file without any. */
export function readBroughtFlows(
  file: { name: string; text: string },
  known: { catalogue: readonly NodeDescription[]; credentials: readonly string[] },
): BroughtFlow[] {
  const index = createCatalogueIndex(known.catalogue)
  return flowSources(file).map(({ name, source }, position) => {
    const { flow, changes, name: ownName } = readFlow(source, (nodeName) => index.describe(nodeName))
    const problems = validateFlow(flow, index, { credentials: known.credentials })
    const lacking = new Set(
      problems.filter((problem) => problem.code === 'missing-credential').map((problem) => problem.nodeId),
    )
    const describeFate = (node: FlowNode): Pick<BroughtNode, 'fate' | 'names'> => {
      const description = index.describe(node.data.name)
      if (!description || !isRunnable(changes)) return { fate: 'placeholder', names: [] }
      if (lacking.has(node.id)) {
        return { fate: 'credential', names: description.credential?.credentialNames ?? [] }
      }
      const isRenamed = changes.some((change) => change.kind === 'renamed-node' && change.nodeId === node.id)
      return isRenamed ? { fate: 'renamed', names: [description.label] } : { fate: 'works', names: [] }
    }
    return {
      key: `${file.name} ${position}`,
      name: ownName ?? name,
      flow,
      nodes: flow.nodes
        .filter((node) => node.type !== 'stickyNote')
        .map((node) => ({ id: node.id, label: node.data.label, ...describeFate(node) })),
      notes: changes.filter(isNoteworthy).map((change) => change.message),
    }
  })
}

export function needsAttention(flow: BroughtFlow): number {
  return flow.nodes.filter((node) => node.fate === 'credential' || node.fate === 'placeholder').length
}

/** Flows lie alone in a file, under `chatflows` in a database export, or under these names in newer exports. */
const LISTS = ['chatflows', 'ChatFlow', 'AgentFlow', 'AgentFlowV2']

function flowSources({ name, text }: { name: string; text: string }): FlowSource[] {
  const fileName = name.replace(/\.json$/i, '').replace(/ Chatflow$/, '')
  const content: unknown = JSON.parse(text)
  if (typeof content === 'object' && content !== null) {
    const lists = LISTS.flatMap((key) => {
      const list: unknown = Reflect.get(content, key)
      return Array.isArray(list) ? (list as unknown[]) : []
    })
    if (lists.length > 0) return lists.map((source) => ({ name: nameOf(source) ?? fileName, source }))
  }
  return [{ name: fileName, source: content }]
}

function nameOf(source: unknown): string | undefined {
  return typeof source === 'object' && source !== null && 'name' in source && typeof source.name === 'string'
    ? source.name
    : undefined
}

/** An agent flow is kept whole but cannot run here, whatever its nodes are. */
function isRunnable(changes: readonly Change[]): boolean {
  return !changes.some((change) => change.kind === 'kept-agentflow')
}

function isNoteworthy(change: Change): boolean {
  return change.kind === 'removed-edge' || change.kind === 'kept-agentflow'
}
