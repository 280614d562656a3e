import { AppError } from '@chatwright/contract'

export interface StoredFlow {
  /** What is kept: compact, without secrets or selection. */
  text: string
  nodeNames: string[]
  nodeCount: number
}

/** Checks flow data on its way into the database. */
export function readStoredFlow(flowData: string): StoredFlow {
  const flow = parse(flowData)
  const nodeNames = [...new Set(flow.nodes.map((node) => node.data.name))]
  return { text: JSON.stringify(flow), nodeNames, nodeCount: flow.nodes.length }
}

interface MinimalFlow {
  nodes: { data: { name: string } }[]
  edges: unknown[]
}

function parse(flowData: string): MinimalFlow {
  let value: unknown
  try {
    value = JSON.parse(flowData)
  } catch (error) {
    throw new AppError('flow-data-invalid', { reason: 'flowData is not JSON text' }, { cause: error })
  }
  const { nodes, edges } = (value ?? {}) as { nodes?: unknown; edges?: unknown }
  if (!Array.isArray(nodes) || !Array.isArray(edges)) {
    throw new AppError('flow-data-invalid', { reason: 'flowData needs the lists "nodes" and "edges"' })
  }
  return value as MinimalFlow
}
