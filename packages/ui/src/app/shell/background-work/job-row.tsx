import type { Job } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'

import { JobProgress } from '../../../components/job-progress.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { isActive } from '../../../lib/jobs/job-list.ts'
import { useCancelJob } from '../../../lib/jobs/use-jobs.ts'
import { color, type } from '../../../theme/tokens.ts'
import { JobEnd } from './job-end-view.tsx'

/** One job: what it is, of which flow, how far it is or how it ended, and when. */
export function JobRow({ job, onLeave }: { job: Job; onLeave: () => void }) {
  const { t } = useTranslation('jobs')
  const cancel = useCancelJob()
  const kind = t(`kind.${job.kind}`)
  const name = job.chatflowName === '' ? t('unnamed') : job.chatflowName
  return (
    <Box component="li" sx={{ padding: '12px 0', borderBottom: `1px solid ${color.line}` }}>
      <Stack direction="row" sx={{ alignItems: 'flex-start', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography sx={type.strong}>{kind}</Typography>
          <Link
            component={RouterLink}
            to={`/${job.kind === 'knowledge' ? 'knowledge' : 'canvas'}/${job.chatflowId}`}
            onClick={onLeave}
            sx={twoLines}
            title={name}
          >
            {name}
          </Link>
        </Box>
        {isActive(job) ? (
          <Button
            aria-label={t('cancelOf', { kind, name })}
            loading={cancel.isPending}
            onClick={() => cancel.mutate(job.id)}
          >
            {t('cancel')}
          </Button>
        ) : (
          <Typography sx={{ ...type.caption, color: color.text3, whiteSpace: 'nowrap', paddingTop: '2px' }}>
            <TimeAgo date={job.endedDate ?? job.createdDate} />
          </Typography>
        )}
      </Stack>
      <Stack spacing={1} sx={{ marginTop: 1 }}>
        {isActive(job) ? <JobProgress job={job} /> : <JobEnd job={job} name={name} />}
        {cancel.error && isActive(job) ? (
          <ProblemNotice>{t('cancelFailed', { reason: messageOf(cancel.error) })}</ProblemNotice>
        ) : null}
      </Stack>
    </Box>
  )
}

/** A flow may have any name: the row stays readable, the whole of it is in the tooltip. */
const twoLines = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const
