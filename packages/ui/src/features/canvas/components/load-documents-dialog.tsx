import type { UpsertAnswer } from '@chatwright/contract'
import type { UpsertProgress } from '@chatwright/core'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { FormDialog } from '../../../components/form-dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { ApiError, messageOf } from '../../../lib/api-error.ts'
import { asObject, asText } from '../../../lib/prediction/read-json.ts'
import { loadDocuments } from '../../../lib/load-documents.ts'

type Loading =
  | { state: 'loading'; progress?: UpsertProgress }
  | { state: 'loaded'; result: UpsertAnswer }
  | { state: 'failed'; reason: string; nodeId: string | undefined }

interface LoadDocumentsDialogProps {
  flowId: string
  onJumpToNode: (nodeId: string) => void
  onClose: () => void
}

/** Loads a flow's documents while it is open: how far it is, what came of it, and what could not be read and why. */
export default function LoadDocumentsDialog({ flowId, onJumpToNode, onClose }: LoadDocumentsDialogProps) {
  const { t } = useTranslation('canvas')
  const [loading, setLoading] = useState<Loading>({ state: 'loading' })
  const [tries, setTries] = useState(1)
  useEffect(() => {
    const leaving = new AbortController()
    const tell = (next: Loading): void => {
      if (!leaving.signal.aborted) setLoading(next)
    }
    tell({ state: 'loading' })
    loadDocuments(flowId, {
      signal: leaving.signal,
      onProgress: (progress) => tell({ state: 'loading', progress }),
    }).then(
      (result) => tell({ state: 'loaded', result }),
      (error: unknown) => tell({ state: 'failed', reason: messageOf(error), nodeId: failedNode(error) }),
    )
    return () => leaving.abort()
  }, [flowId, tries])
  const isLoading = loading.state === 'loading'
  const jumpTo = (nodeId: string) => () => {
    onClose()
    onJumpToNode(nodeId)
  }
  return (
    <FormDialog
      open
      title={t('documents.load')}
      onClose={onClose}
      cancelLabel={t(isLoading ? 'documents.stop' : 'documents.close')}
    >
      <Stack spacing={2} aria-live="polite">
        {loading.state === 'loading' ? <Progress progress={loading.progress} /> : null}
        {loading.state === 'loaded' ? <Result result={loading.result} /> : null}
        {loading.state === 'failed' ? (
          <ProblemNotice
            action={
              <>
                {loading.nodeId === undefined ? null : (
                  <Button color="inherit" onClick={jumpTo(loading.nodeId)}>
                    {t('documents.jump')}
                  </Button>
                )}
                <Button color="inherit" onClick={() => setTries(tries + 1)}>
                  {t('documents.again')}
                </Button>
              </>
            }
          >
            {t('documents.failed', { reason: loading.reason })}
          </ProblemNotice>
        ) : null}
      </Stack>
    </FormDialog>
  )
}

function failedNode(error: unknown): string | undefined {
  return error instanceof ApiError ? asText(asObject(error.details)?.['nodeId']) : undefined
}

function Progress({ progress }: { progress: UpsertProgress | undefined }) {
  const { t } = useTranslation('canvas')
  const label = progress ? t(`documents.stage.${progress.stage}`) : t('documents.stage.loading')
  const isMeasured = progress !== undefined && progress.total > 0
  return (
    <>
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2 }}>
        <Typography>{label}</Typography>
        {isMeasured ? (
          <Typography color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {t('documents.of', { done: progress.done, total: progress.total })}
          </Typography>
        ) : null}
      </Stack>
      <LinearProgress
        aria-label={label}
        {...(isMeasured
          ? { variant: 'determinate' as const, value: (100 * progress.done) / progress.total }
          : { variant: 'indeterminate' as const })}
      />
    </>
  )
}

function Result({ result }: { result: UpsertAnswer }) {
  const { t } = useTranslation('canvas')
  const { numAdded, numUpdated, numSkipped, numDeleted, failures = [] } = result
  const counts = { added: numAdded, updated: numUpdated, skipped: numSkipped, deleted: numDeleted }
  return (
    <>
      <ProblemNotice tone={failures.length > 0 ? 'warning' : 'success'}>
        {failures.length > 0 ? t('documents.partly', { count: failures.length }) : t('documents.done')}
      </ProblemNotice>
      <Stack component="dl" direction="row" sx={{ flexWrap: 'wrap', gap: '8px 32px', margin: 0 }}>
        {(['added', 'updated', 'skipped', 'deleted'] as const).map((count) => (
          <div key={count}>
            <Typography component="dt" variant="caption" color="textSecondary">
              {t(`documents.count.${count}`)}
            </Typography>
            <Typography component="dd" variant="h3" sx={{ margin: 0 }}>
              {counts[count]}
            </Typography>
          </div>
        ))}
      </Stack>
      {failures.length > 0 ? (
        <Stack component="ul" spacing={1.5} sx={{ margin: 0, padding: 0, listStyle: 'none', overflowWrap: 'anywhere' }}>
          {failures.map(({ document, message, hint }) => (
            <li key={document}>
              <Typography sx={{ fontWeight: 600 }}>{document}</Typography>
              <Typography color="textSecondary">{hint ? `${message} ${hint}` : message}</Typography>
            </li>
          ))}
        </Stack>
      ) : null}
    </>
  )
}
