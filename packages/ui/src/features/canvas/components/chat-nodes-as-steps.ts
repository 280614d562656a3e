import { convertToAgentFlow, parseClipboard } from '@chatwright/core'
import type { Selection } from '@chatwright/core'

import type { Describe } from '../model/step-summary.ts'

export { convertToAgentFlow }

/** What nodes of a chat flow are as steps, without a Start, as a flow has one; nothing where they are not an agent with its parts. */
export function stepsOfChatNodes(text: string, describe: Describe): Selection | undefined {
  const selection = parseClipboard(text)
  const converted = selection && convertToAgentFlow(selection, describe)
  if (!converted?.flow) return undefined
  const { nodes, edges } = converted.flow
  const isStart = (name: string) => describe(name)?.traits?.step?.starts !== undefined
  const steps = nodes.filter(({ type, data }) => type !== 'stickyNote' && !isStart(data.name))
  const ids = new Set(steps.map(({ id }) => id))
  if (steps.length === 0) return undefined
  return { nodes: steps, edges: edges.filter(({ source, target }) => ids.has(source) && ids.has(target)) }
}
