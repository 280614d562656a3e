import { AppError } from '@chatwright/contract/errors'
import { FlowFormatError, readFlow, type Change, type Describe, type Flow } from '@chatwright/core'

/** Flow data as somebody sends it, put right and with today's names. */
export function readGraph(flowData: string, describe: Describe): { flow: Flow; changes: Change[] } {
  const text = flowData.trim()
  // A flow that was never drawn is stored as nothing or as `{}`.
  if (text === '' || text === '{}') return { flow: { nodes: [], edges: [] }, changes: [] }
  try {
    return readFlow(text, describe)
  } catch (error) {
    if (!(error instanceof FlowFormatError)) throw error
    throw new AppError('flow-data-invalid', { reason: error.message }, { message: error.message, cause: error })
  }
}
