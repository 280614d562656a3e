import type { KnowledgeStore } from '@chatwright/contract'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

import { JobProgress } from '../../../components/job-progress.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { UnreadDocuments } from '../../../components/unread-documents.tsx'
import { isAnyLoaded } from '../../../lib/jobs/load-outcome.ts'
import { useCancelJob } from '../../../lib/jobs/use-jobs.ts'
import { color, type } from '../../../theme/tokens.ts'
import { isLoading } from '../api/use-knowledge.ts'

/** How the load under way goes; or what the last one could not do. */
export function LoadState({ store }: { store: KnowledgeStore }) {
  const { t } = useTranslation('knowledge')
  const cancel = useCancelJob()
  const { job } = store
  if (!job) return null
  if (isLoading(store)) {
    return (
      <Card sx={{ padding: 2 }}>
        <Stack spacing={1}>
          <JobProgress job={job} />
          <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
            <Typography noWrap sx={{ ...type.small, color: color.text2, minWidth: 0 }}>
              {job.progress?.document ?? ''}
            </Typography>
            <Button size="small" loading={cancel.isPending} onClick={() => cancel.mutate(job.id)}>
              {t('stop')}
            </Button>
          </Stack>
        </Stack>
      </Card>
    )
  }
  if (job.state !== 'done') {
    const hint = typeof job.fault?.['hint'] === 'string' ? job.fault['hint'] : ''
    return (
      <ProblemNotice>
        {t(job.state === 'cancelled' ? 'stopped' : 'failed')} {job.fault?.message ?? ''} {hint}
      </ProblemNotice>
    )
  }
  const { result } = job
  if (!result || result.failures.length === 0) return null
  const { failures } = result
  return (
    <ProblemNotice tone="warning">
      <Stack spacing={1}>
        <strong>
          {t('unread', { count: failures.length })}
          {isAnyLoaded(result) ? ` ${t('restLoaded')}` : ''}
        </strong>
        <UnreadDocuments failures={failures} />
      </Stack>
    </ProblemNotice>
  )
}
