import { useTranslation } from 'react-i18next'

import { useConfirm } from '../state/confirm.ts'
import { notify } from '../state/notifications.ts'
import { ApiError, messageOf } from './api-error.ts'

interface GuardedDelete {
  title: string
  text: string
  done: string
  remove: (options: { isForced: boolean }) => Promise<unknown>
}

/** Asks, deletes, and when chat flows still need the thing, names them and asks once more. */
export function useGuardedDelete(): (deletion: GuardedDelete) => Promise<boolean> {
  const { t } = useTranslation()
  const confirm = useConfirm()
  return async ({ title, text, done, remove }) => {
    const buttons = { cancelButtonName: t('action.cancel'), isDestructive: true }
    const isSure = await confirm({ title, description: text, confirmButtonName: t('action.delete'), ...buttons })
    if (!isSure) return false
    try {
      await remove({ isForced: false })
    } catch (error) {
      const flows = flowsInNeed(error)
      if (!flows) return fail(error)
      const isStillSure = await confirm({
        title: messageOf(error),
        description: t('inUse.list', { flows: flows.join('\n• ') }),
        confirmButtonName: t('inUse.deleteAnyway'),
        ...buttons,
      })
      if (!isStillSure) return false
      try {
        await remove({ isForced: true })
      } catch (secondError) {
        return fail(secondError)
      }
    }
    notify(done, { tone: 'success' })
    return true
  }
}

function fail(error: unknown): false {
  notify(messageOf(error), { tone: 'error' })
  return false
}

/** The names of the flows a `…-in-use` error lists. */
function flowsInNeed(error: unknown): string[] | undefined {
  if (!(error instanceof ApiError) || !error.code.endsWith('-in-use')) return undefined
  const { details } = error
  const flows: unknown = typeof details === 'object' && details !== null && 'flows' in details ? details.flows : []
  if (!Array.isArray(flows)) return []
  return flows.flatMap((flow: unknown) =>
    typeof flow === 'object' && flow !== null && 'name' in flow && typeof flow.name === 'string' ? [flow.name] : [],
  )
}
