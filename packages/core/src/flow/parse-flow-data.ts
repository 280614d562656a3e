import { checkFlowShape } from './check-flow-shape.ts'
import { completeFlow } from './complete-flow.ts'
import type { Flow } from './document.ts'
import { parseJsonText } from './parse-json-text.ts'

/** The flow in a stored `flowData` text. A flow that was never drawn is stored as nothing or as `{}`. */
export function parseFlowData(flowData: string): Flow {
  const text = flowData.trim()
  if (text === '' || text === '{}') return { nodes: [], edges: [] }
  return completeFlow(checkFlowShape(parseJsonText(text)))
}
