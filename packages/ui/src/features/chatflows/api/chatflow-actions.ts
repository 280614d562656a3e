import { createChatflow, deleteChatflow, getChatflow, updateChatflow } from '@chatwright/contract'
import type { Chatflow, ChatflowChanges } from '@chatwright/contract'
import type { QueryClient } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'
import { downloadText, safeFileName } from '../../../lib/files.ts'

export function refreshChatflows(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['chatflows'] })
}

export function readChatflow(id: string): Promise<Chatflow> {
  return call(getChatflow, { params: { id } })
}

export function changeChatflow(id: string, changes: ChatflowChanges): Promise<Chatflow> {
  return call(updateChatflow, { params: { id }, body: changes })
}

/** A copy under a new name; what is public or bound to a key stays with the original. */
export async function duplicateChatflow(id: string, nameCopy: (name: string) => string): Promise<Chatflow> {
  const flow = await readChatflow(id)
  return call(createChatflow, {
    body: {
      name: nameCopy(flow.name).slice(0, 200),
      flowData: flow.flowData,
      type: flow.type,
      access: 'owner',
      ...(flow.category !== null && { category: flow.category }),
      ...(flow.chatbotConfig !== null && { chatbotConfig: flow.chatbotConfig }),
    },
  })
}

export function removeChatflow(id: string) {
  return call(deleteChatflow, { params: { id } })
}

/** One flow as a flow file; several as one file that can be brought in again. */
export async function exportChatflows(ids: readonly string[]): Promise<void> {
  const flows = await Promise.all(ids.map(readChatflow))
  const [first] = flows
  if (flows.length === 1 && first) {
    const kind = first.type === 'AGENTFLOW' ? 'Agents' : 'Chatflow'
    downloadText({ name: `${safeFileName(first.name)} ${kind}.json`, text: exportedGraph(first) })
    return
  }
  const ChatFlow = flows.map(({ id, name, type, category, flowData }) => ({ id, name, type, category, flowData }))
  downloadText({ name: 'Chatflows.json', text: JSON.stringify({ ChatFlow }, undefined, 2) })
}

function exportedGraph(flow: Chatflow): string {
  return JSON.stringify(JSON.parse(flow.flowData), undefined, 2)
}
