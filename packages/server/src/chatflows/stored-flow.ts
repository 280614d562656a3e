import { AppError } from '@chatwright/contract'
import { FlowFormatError, parseFlowData, stripForSave, type Flow } from '@chatwright/core'

export interface StoredFlow {
  /** What is kept: compact, without secrets or selection. */
  text: string
  nodeNames: string[]
  nodeCount: number
}

/** Checks flow data on its way into the database, and takes out what must not be kept. */
export function readStoredFlow(flowData: string): StoredFlow {
  const flow = stripForSave(parse(flowData))
  return {
    text: JSON.stringify(flow),
    nodeNames: [...new Set(flow.nodes.map((node) => node.data.name))],
    nodeCount: flow.nodes.length,
  }
}

function parse(flowData: string): Flow {
  try {
    return parseFlowData(flowData)
  } catch (error) {
    if (!(error instanceof FlowFormatError)) throw error
    throw new AppError('flow-data-invalid', { reason: error.message }, { message: error.message, cause: error })
  }
}
