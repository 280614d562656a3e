import type { TestSet } from '@chatwright/contract'
import { useTranslation } from 'react-i18next'

import { messageOf } from '../../../lib/api-error.ts'
import { useConfirm } from '../../../state/confirm.ts'
import { notify } from '../../../state/notifications.ts'
import { useChangeTests } from '../api/use-tests.ts'

/** Asks first, then deletes a set. Tells whether it did. */
export function useDeleteSet(): (set: Pick<TestSet, 'id' | 'name'>) => Promise<boolean> {
  const { t } = useTranslation(['tests', 'common'])
  const confirm = useConfirm()
  const { deleteSet } = useChangeTests()
  return async ({ id, name }) => {
    const isSure = await confirm({
      title: t('deleteSet'),
      description: t('deleteSetText', { name }),
      confirmButtonName: t('common:action.delete'),
      cancelButtonName: t('common:action.cancel'),
      isDestructive: true,
    })
    if (!isSure) return false
    try {
      await deleteSet.mutateAsync(id)
      return true
    } catch (error) {
      notify(messageOf(error), { tone: 'error' })
      return false
    }
  }
}
