import type { CatalogueIndex } from '../catalogue-index.ts'
import type { Flow, FlowNode } from '../document.ts'
import { upstreamOf } from '../upstream.ts'
import type { Problem } from './problem.ts'

/** A flow needs one node that answers. */
export function checkEndings(
  flow: Flow,
  index: Pick<CatalogueIndex, 'describe'>,
  endings: readonly FlowNode[],
): Problem[] {
  const [chosen, ...others] = endings
  if (!chosen) return flow.nodes.every((node) => node.type === 'stickyNote') ? [] : [noEnding(flow, index)]
  if (others.length === 0 || areBranches(flow, index, endings)) return []
  return [
    {
      code: 'several-endings',
      severity: 'warning',
      nodeId: chosen.id,
      message: `${endings.length} nodes could answer: ${names(endings)}. ${chosen.data.label} (${chosen.id}) is used.`,
      fix: 'Connect the others to another node, or delete them.',
      phrase: {
        id: 'severalEndings',
        values: { count: endings.length, nodes: names(endings), chosen: `${chosen.data.label} (${chosen.id})` },
      },
    },
  ]
}

function noEnding(flow: Flow, index: Pick<CatalogueIndex, 'describe'>): Problem {
  const loadsDocuments = flow.nodes.some((node) => index.describe(node.data.name)?.traits?.upserts)
  return {
    code: 'no-ending',
    severity: loadsDocuments ? 'warning' : 'error',
    message: 'No node in this flow can answer a question.',
    fix: 'Add a chain or an agent and connect the rest to it. If a node has several outputs, choose the node itself.',
    phrase: { id: 'noEnding', values: {} },
  }
}

/** Endings behind one fork are alternatives: the fork decides which of them answers. */
function areBranches(flow: Flow, index: Pick<CatalogueIndex, 'describe'>, endings: readonly FlowNode[]): boolean {
  const behind = endings.map((node) => upstreamOf(flow, node.id))
  return flow.nodes.some(
    (node) => index.describe(node.data.name)?.traits?.branches && behind.every((nodes) => nodes.has(node.id)),
  )
}

function names(nodes: readonly FlowNode[]): string {
  const shown = nodes.slice(0, 5).map((node) => `${node.data.label} (${node.id})`)
  return shown.join(', ') + (nodes.length > 5 ? ` and ${nodes.length - 5} more` : '')
}
