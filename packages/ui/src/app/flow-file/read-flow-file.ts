import { FlowFormatError, readFlow } from '@chatwright/core'

import { flowsInFile } from '../../features/chatflows/model/flow-rows.ts'
import type { CanvasHandoff } from '../../lib/canvas-handoff.ts'

export type FoundInFile =
  | { kind: 'flow'; handoff: CanvasHandoff }
  /** A whole export: its flows are brought in, each with a report. */
  | { kind: 'several' }
  | { kind: 'refused'; reason: string }

/** What a chosen file holds. The canvas reads it once more, with the catalogue. */
export function readFlowFile(file: { name: string; text: string }): FoundInFile {
  try {
    const { sources, leftBehind } = flowsInFile(file)
    const [only] = sources
    if (sources.length > 1 || leftBehind.length > 0 || !only) return { kind: 'several' }
    const { name } = readFlow(only.source, () => undefined)
    return { kind: 'flow', handoff: { flowData: JSON.stringify(only.source), name: name ?? only.name } }
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'refused', reason: notJson(error) }
    if (!(error instanceof FlowFormatError)) throw error
    return { kind: 'refused', reason: error.message }
  }
}

function notJson(error: SyntaxError): string {
  return `This is not JSON, or it is cut off (${error.message}).`
}
