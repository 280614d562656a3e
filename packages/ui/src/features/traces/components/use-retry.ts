import type { ExecutionStep } from '@chatwright/contract'
import { useTranslation } from 'react-i18next'

import { ApiError, messageOf } from '../../../lib/api-error.ts'
import { useConfirm } from '../../../state/confirm.ts'
import { notify } from '../../../state/notifications.ts'
import { useRetryExecution } from '../api/use-executions.ts'

/** Asks, and goes on from a step; asks once more, by name, where something would act on the world a second time. */
export function useRetry(id: string): (step: ExecutionStep) => Promise<void> {
  const { t } = useTranslation(['executions', 'common'])
  const confirm = useConfirm()
  const retry = useRetryExecution(id)
  return async ({ path, label }) => {
    const cancelButtonName = t('common:action.cancel')
    const isWanted = await confirm({
      title: t('retry.title', { label }),
      description: t('retry.text'),
      confirmButtonName: t('retry.confirm'),
      cancelButtonName,
    })
    if (!isWanted) return
    try {
      try {
        await retry({ path, isSure: false })
      } catch (error) {
        const steps = writesIn(error)
        if (!steps) throw error
        const isSure = await confirm({
          title: t('retry.writesTitle'),
          description: t('retry.writesText', { steps: steps.join('\n• ') }),
          confirmButtonName: t('retry.writesConfirm'),
          cancelButtonName,
          isDestructive: true,
        })
        if (!isSure) return
        await retry({ path, isSure: true })
      }
      notify(t('retry.started', { label }), { tone: 'success' })
    } catch (error) {
      notify(messageOf(error), { tone: 'error' })
    }
  }
}

/** The steps that a refusal names because they act on the world. */
function writesIn(error: unknown): string[] | undefined {
  if (!(error instanceof ApiError) || error.code !== 'retry-writes') return undefined
  const { steps } = (error.details ?? {}) as { steps?: unknown }
  return Array.isArray(steps) ? steps.map(String) : undefined
}
