import { useTranslation } from 'react-i18next'

import { messageOf } from '../../../lib/api-error.ts'
import { useConfirm } from '../../../state/confirm.ts'
import { notify } from '../../../state/notifications.ts'
import { useDeleteExecutions } from '../api/use-executions.ts'

/** Asks, deletes, and says what was left because it is under way. True when something is gone. */
export function useAskAndDelete(): (ids: readonly string[]) => Promise<boolean> {
  const { t } = useTranslation(['executions', 'common'])
  const confirm = useConfirm()
  const remove = useDeleteExecutions()
  return async (ids) => {
    const isSure = await confirm({
      title: t('delete.title', { count: ids.length }),
      description: t('delete.text'),
      confirmButtonName: t('common:action.delete'),
      cancelButtonName: t('common:action.cancel'),
      isDestructive: true,
    })
    if (!isSure) return false
    try {
      const count = await remove(ids)
      const left = ids.length - count
      if (count > 0) notify(t('delete.done', { count }), { tone: 'success' })
      if (left > 0) notify(t('delete.left', { count: left }), { tone: 'error' })
      return count > 0
    } catch (error) {
      notify(messageOf(error), { tone: 'error' })
      return false
    }
  }
}
