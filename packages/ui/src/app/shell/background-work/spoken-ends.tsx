import type { Job } from '@chatwright/contract'
import Box from '@mui/material/Box'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { visuallyHidden } from '../../../components/visually-hidden.ts'
import { faultWords } from '../../../lib/jobs/job-fault.ts'
import { isActive } from '../../../lib/jobs/job-list.ts'
import { endOf } from './job-end.ts'

/** Says aloud what ends while one looks at the list; progress is not read out. */
export function SpokenEnds({ jobs }: { jobs: readonly Job[] }) {
  const { t } = useTranslation()
  const [seenActive, setSeenActive] = useState<ReadonlySet<string>>(new Set())
  const fresh = jobs.filter((job) => isActive(job) && !seenActive.has(job.id))
  if (fresh.length > 0) setSeenActive(new Set([...seenActive, ...fresh.map(({ id }) => id)]))
  const ended = jobs.filter((job) => !isActive(job) && seenActive.has(job.id))
  return (
    <Box role="status" sx={visuallyHidden}>
      {ended.map((job) => (
        <p key={job.id}>{t(`work.ended.${endOf(job)}`, { name: job.chatflowName, reason: faultWords(job) })}</p>
      ))}
    </Box>
  )
}
