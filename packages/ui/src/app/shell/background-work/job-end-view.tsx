import type { Job } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconPlayerStop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { UnreadDocuments } from '../../../components/unread-documents.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { faultWords } from '../../../lib/jobs/job-fault.ts'
import { useLoad } from '../../../lib/jobs/use-jobs.ts'
import { color, type } from '../../../theme/tokens.ts'
import { endOf } from './job-end.ts'

/** How a job ended: with how many, why not, and the way out. */
export function JobEnd({ job, name }: { job: Job; name: string }) {
  const { t } = useTranslation('jobs')
  const end = endOf(job)
  if (end === 'failed') return <Failed job={job} name={name} />
  if (end === 'cancelled') {
    const words = t(job.startedDate === null ? 'cancelledEarly' : 'cancelled')
    return <Line icon={<IconPlayerStop size={16} color={color.text3} aria-hidden />}>{words}</Line>
  }
  const failures = job.result?.failures ?? []
  return (
    <>
      {end === 'nothing' ? null : (
        <Line icon={<IconCircleCheck size={16} color={color.success} aria-hidden />}>
          {t('done')}
          {job.result ? `: ${t('counts', countsOf(job.result))}` : ''}
        </Line>
      )}
      {failures.length > 0 ? (
        <Box component="details" sx={{ ...type.small, '& > summary': { cursor: 'pointer' } }}>
          <summary>
            <Box
              component="span"
              sx={{ display: 'inline-flex', gap: 1, verticalAlign: 'top', color: color.warning, maxWidth: '90%' }}
            >
              <IconAlertTriangle size={16} aria-hidden style={{ flexShrink: 0 }} />
              {t(end === 'nothing' ? 'nothing' : 'partly', { count: failures.length })}
            </Box>
          </summary>
          <Box sx={{ padding: '8px 0 0 24px' }}>
            <UnreadDocuments failures={failures} />
          </Box>
        </Box>
      ) : null}
    </>
  )
}

function Failed({ job, name }: { job: Job; name: string }) {
  const { t } = useTranslation('jobs')
  const { error, start } = useLoad(job.chatflowId)
  return (
    <Stack spacing={1} sx={{ alignItems: 'flex-start' }}>
      <Line icon={<IconAlertCircle size={16} color={color.error} aria-hidden />}>
        {t('failed')}
        {job.fault ? `: ${faultWords(job)}` : ''}
      </Line>
      {error ? <ProblemNotice>{messageOf(error)}</ProblemNotice> : null}
      {job.kind === 'load' ? (
        <Button size="small" aria-label={t('againOf', { name })} onClick={start}>
          {t('again')}
        </Button>
      ) : null}
    </Stack>
  )
}

function Line({ icon, children }: { icon: React.ReactNode; children: React.ReactNode }) {
  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: 'flex-start', '& svg': { flexShrink: 0, marginTop: '1px' } }}>
      {icon}
      <Typography sx={{ ...type.small, color: color.text2, overflowWrap: 'anywhere', minWidth: 0 }}>
        {children}
      </Typography>
    </Stack>
  )
}

function countsOf({ numAdded, numUpdated, numSkipped, numDeleted }: NonNullable<Job['result']>) {
  return { added: numAdded, updated: numUpdated, skipped: numSkipped, deleted: numDeleted }
}
