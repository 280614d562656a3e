import type { Job, JobResult } from '@chatwright/contract'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

import { FormDialog } from '../../../components/form-dialog.tsx'
import { JobProgress } from '../../../components/job-progress.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { UnreadDocuments } from '../../../components/unread-documents.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { faultNode, faultWords } from '../../../lib/jobs/job-fault.ts'
import { isActive } from '../../../lib/jobs/job-list.ts'
import { isAnyLoaded } from '../../../lib/jobs/load-outcome.ts'
import { useCancelJob } from '../../../lib/jobs/use-jobs.ts'
import { color } from '../../../theme/tokens.ts'

interface LoadDocumentsDialogProps {
  /** Nothing until the server has taken it on. */
  job: Job | undefined
  /** Why the server did not. */
  error: unknown
  onStart: () => void
  onJumpToNode: (nodeId: string) => void
  onClose: () => void
}

/** A load of a flow's documents: how far it is, what came of it, and what could not be read and why. Closing it stops nothing. */
export default function LoadDocumentsDialog({ job, error, onStart, onJumpToNode, onClose }: LoadDocumentsDialogProps) {
  const { t } = useTranslation(['canvas', 'jobs'])
  const cancel = useCancelJob()
  const isUnderWay = !error && (job === undefined || isActive(job))
  return (
    <FormDialog
      open
      title={t('documents.load')}
      onClose={onClose}
      cancelLabel={t(isUnderWay ? 'documents.inBackground' : 'documents.close')}
      {...(isUnderWay &&
        job && {
          footStart: (
            <Button color="error" loading={cancel.isPending} onClick={() => cancel.mutate(job.id)}>
              {t('jobs:stop')}
            </Button>
          ),
        })}
    >
      {isUnderWay ? (
        <Stack spacing={2}>
          <JobProgress job={job} />
          <Typography sx={{ color: color.text2 }}>{t('documents.goesOn')}</Typography>
        </Stack>
      ) : null}
      <Stack spacing={2} aria-live="polite">
        {cancel.error && isUnderWay ? (
          <ProblemNotice>{t('jobs:cancelFailed', { reason: messageOf(cancel.error) })}</ProblemNotice>
        ) : null}
        {error ? <Failure reason={messageOf(error)} onStart={onStart} /> : null}
        {!error && job?.fault ? (
          <Failure
            reason={faultWords(job)}
            onStart={onStart}
            onJump={jumpOf(faultNode(job), (nodeId) => {
              onClose()
              onJumpToNode(nodeId)
            })}
          />
        ) : null}
        {!error && job?.state === 'cancelled' ? (
          <ProblemNotice tone="info" action={<Again onStart={onStart} />}>
            {t(job.startedDate === null ? 'jobs:cancelledEarly' : 'jobs:cancelled')}
          </ProblemNotice>
        ) : null}
        {!error && job?.result ? <Result result={job.result} /> : null}
      </Stack>
    </FormDialog>
  )
}

function jumpOf(nodeId: string | undefined, jump: (nodeId: string) => void): (() => void) | undefined {
  return nodeId === undefined ? undefined : () => jump(nodeId)
}

function Again({ onStart }: { onStart: () => void }) {
  const { t } = useTranslation('canvas')
  return (
    <Button color="inherit" onClick={onStart}>
      {t('documents.again')}
    </Button>
  )
}

interface FailureProps {
  reason: string
  onStart: () => void
  onJump?: (() => void) | undefined
}

function Failure({ reason, onStart, onJump }: FailureProps) {
  const { t } = useTranslation('canvas')
  return (
    <ProblemNotice
      action={
        <>
          {onJump ? (
            <Button color="inherit" onClick={onJump}>
              {t('documents.jump')}
            </Button>
          ) : null}
          <Again onStart={onStart} />
        </>
      }
    >
      {t('documents.failed', { reason })}
    </ProblemNotice>
  )
}

function Result({ result }: { result: JobResult }) {
  const { t } = useTranslation('jobs')
  const { numAdded, numUpdated, numSkipped, numDeleted, failures } = result
  const partly = isAnyLoaded(result) ? 'partly' : 'nothing'
  const counts = { added: numAdded, updated: numUpdated, skipped: numSkipped, deleted: numDeleted }
  return (
    <>
      <ProblemNotice tone={failures.length > 0 ? 'warning' : 'success'}>
        {failures.length > 0 ? t(partly, { count: failures.length }) : t('loaded')}
      </ProblemNotice>
      <Stack component="dl" direction="row" sx={{ flexWrap: 'wrap', gap: '8px 32px', margin: 0 }}>
        {(['added', 'updated', 'skipped', 'deleted'] as const).map((count) => (
          <div key={count}>
            <Typography component="dt" variant="caption" color="textSecondary">
              {t(`count.${count}`)}
            </Typography>
            <Typography component="dd" variant="h3" sx={{ margin: 0 }}>
              {counts[count]}
            </Typography>
          </div>
        ))}
      </Stack>
      {failures.length > 0 ? <UnreadDocuments failures={failures} /> : null}
    </>
  )
}
