import type { ChatflowSummary } from '@chatwright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { messageOf } from '../../../lib/api-error.ts'
import { useConfirm } from '../../../state/confirm.ts'
import { notify } from '../../../state/notifications.ts'
import { duplicateChatflow, exportChatflows, refreshChatflows, removeChatflow } from '../api/chatflow-actions.ts'

export interface ChatflowActions {
  duplicate: (flows: readonly ChatflowSummary[]) => Promise<void>
  exportFiles: (flows: readonly ChatflowSummary[]) => Promise<void>
  /** Asks first; resolves to whether they are gone. */
  remove: (flows: readonly ChatflowSummary[]) => Promise<boolean>
}

/** What can be done to one or several flows of the list. */
export function useChatflowActions(): ChatflowActions {
  const { t } = useTranslation(['chatflows', 'common'])
  const queryClient = useQueryClient()
  const confirm = useConfirm()

  /** Goes on after a failure, so that one flow in trouble does not hold up the others; each failure is told. */
  const forEach = async (flows: readonly ChatflowSummary[], act: (flow: ChatflowSummary) => Promise<unknown>) => {
    const done: ChatflowSummary[] = []
    for (const flow of flows) {
      try {
        await act(flow)
        done.push(flow)
      } catch (error) {
        notify(t('action.failed', { name: flow.name, reason: messageOf(error) }), { tone: 'error' })
      }
    }
    await refreshChatflows(queryClient)
    return done
  }

  return {
    async duplicate(flows) {
      const nameCopy = (name: string) => t('action.copyName', { name })
      const done = await forEach(flows, (flow) => duplicateChatflow(flow.id, nameCopy))
      if (done.length > 0) {
        notify(t('action.duplicated', { count: done.length, name: done[0]?.name ?? '' }), { tone: 'success' })
      }
    },
    async exportFiles(flows) {
      try {
        await exportChatflows(flows.map((flow) => flow.id))
      } catch (error) {
        notify(messageOf(error), { tone: 'error' })
      }
    },
    async remove(flows) {
      const words = { count: flows.length, name: flows[0]?.name ?? '' }
      const isSure = await confirm({
        title: t('action.deleteTitle', words),
        description: t('action.deleteText'),
        confirmButtonName: t('common:action.delete'),
        cancelButtonName: t('common:action.cancel'),
        isDestructive: true,
      })
      if (!isSure) return false
      const done = await forEach(flows, (flow) => removeChatflow(flow.id))
      if (done.length > 0) {
        notify(t('action.deleted', { count: done.length, name: done[0]?.name ?? '' }), { tone: 'success' })
      }
      return true
    },
  }
}
