import type { Job } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { Delayed } from '../../../components/delayed.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { isActive, jobList } from '../../../lib/jobs/job-list.ts'
import { color, type } from '../../../theme/tokens.ts'
import { JobRow } from './job-row.tsx'
import { SpokenEnds } from './spoken-ends.tsx'

/** Opening it asks again: what a program started is known to no tab. */
export function WorkList({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('jobs')
  const { data: jobs, error, refetch } = useQuery({ ...jobList, refetchOnMount: 'always' })
  if (!jobs && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!jobs) return <Loading />
  if (jobs.length === 0) return <EmptyState drawing="flow" title={t('empty')} text={t('emptyHint')} />
  return (
    <Stack spacing={3}>
      <SpokenEnds jobs={jobs} />
      <Group title={t('running')} jobs={jobs.filter(isActive)} onLeave={onLeave} />
      <Group title={t('ended')} jobs={jobs.filter((job) => !isActive(job))} onLeave={onLeave} />
    </Stack>
  )
}

function Group({ title, jobs, onLeave }: { title: string; jobs: readonly Job[]; onLeave: () => void }) {
  const titleId = useId()
  if (jobs.length === 0) return null
  return (
    <section aria-labelledby={titleId}>
      <Typography id={titleId} component="h3" sx={{ ...type.strong, color: color.text2 }}>
        {title}
      </Typography>
      <Box component="ul" sx={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} onLeave={onLeave} />
        ))}
      </Box>
    </section>
  )
}

function Loading() {
  const { t } = useTranslation('jobs')
  return (
    <Delayed>
      <Stack role="status" aria-label={t('loading')} spacing={2}>
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} variant="rounded" height={72} />
        ))}
      </Stack>
    </Delayed>
  )
}
