import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import { faultWords } from '../../../lib/jobs/job-fault.ts'
import { isActive } from '../../../lib/jobs/job-list.ts'
import { useKnownJobs } from '../../../lib/jobs/use-jobs.ts'
import { forgetJob, openBackgroundWork, useBackgroundWork } from '../../../state/background-work.ts'
import { notify } from '../../../state/notifications.ts'
import { endOf } from './job-end.ts'

/** Tells in a toast how the jobs ended that somebody in this tab turned away from. */
export function useToldEnds(): void {
  const { t } = useTranslation()
  const jobs = useKnownJobs()
  const awaited = useBackgroundWork((state) => state.awaited)
  useEffect(() => {
    for (const job of jobs) {
      if (!awaited.has(job.id) || isActive(job)) continue
      forgetJob(job.id)
      const words = t(`work.ended.${endOf(job)}`, { name: job.chatflowName, reason: faultWords(job) })
      notify(words, { tone: TONES[endOf(job)], action: { label: t('work.show'), run: openBackgroundWork } })
    }
  }, [jobs, awaited, t])
}

const TONES = { done: 'success', partly: 'warning', nothing: 'warning', failed: 'error', cancelled: 'info' } as const
