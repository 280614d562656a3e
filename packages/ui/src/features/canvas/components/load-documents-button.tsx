import Button from '@mui/material/Button'
import { IconDatabaseImport } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../../components/labelled-icon-button.tsx'
import { followJob } from '../../../lib/jobs/follow-job.ts'
import { isActive } from '../../../lib/jobs/job-list.ts'
import { useLoad } from '../../../lib/jobs/use-jobs.ts'
import { useIsPhone } from '../../../lib/use-breakpoint.ts'
import { awaitJob } from '../../../state/background-work.ts'
import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { useJump } from './problems-button.tsx'
import { hasLoadableDocuments } from '../model/loadable-documents.ts'
import { lazyDialog } from '../../../components/lazy-part/lazy-part.tsx'

const LoadDocumentsDialog = lazyDialog(() => import('./load-documents-dialog.tsx'), { texts: ['jobs'] })

/** Reads a flow's documents into its store: without it the flow has nothing to answer from. */
export function LoadDocumentsButton() {
  const { t } = useTranslation('canvas')
  const isPhone = useIsPhone()
  const canvas = useCanvas()
  const id = useCanvasState((state) => state.chatflow?.id)
  const isDirty = useCanvasState((state) => state.isDirty)
  const isNeeded = useCanvasState((state) => hasLoadableDocuments(state.history.present, state.catalogue))
  const [isOpen, setOpen] = useState(false)
  const { job, error, start } = useLoad(id)
  const jump = useJump()
  const leftId = !isOpen && job && isActive(job) ? job.id : undefined
  useEffect(() => {
    if (leftId !== undefined) awaitJob(leftId)
  }, [leftId])
  const jobId = job?.id
  useEffect(() => {
    return jobId === undefined ? undefined : followJob(jobId, { onEvent: canvas.followRun })
  }, [canvas, jobId])
  if (!isNeeded) return null
  const isSaved = id !== undefined && !isDirty
  const load = () => {
    start()
    setOpen(true)
  }
  const dialog = isOpen ? (
    <LoadDocumentsDialog job={job} error={error} onStart={start} onJumpToNode={jump} onClose={() => setOpen(false)} />
  ) : null
  if (isPhone) {
    return (
      <>
        <LabelledIconButton
          label={t('documents.load')}
          disabled={!isSaved}
          disabledReason={t('header.saveFirst')}
          onClick={load}
        >
          <IconDatabaseImport size={20} aria-hidden />
        </LabelledIconButton>
        {dialog}
      </>
    )
  }
  return (
    <>
      <Button
        startIcon={<IconDatabaseImport size={20} aria-hidden />}
        disabled={!isSaved}
        title={isSaved ? t('documents.hint') : t('header.saveFirst')}
        onClick={load}
      >
        {t('documents.load')}
      </Button>
      {dialog}
    </>
  )
}
