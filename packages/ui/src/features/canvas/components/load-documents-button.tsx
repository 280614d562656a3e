import type { RunEvent } from '@chatwright/core'
import Button from '@mui/material/Button'
import { IconDatabaseImport } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../../components/labelled-icon-button.tsx'
import { followJob } from '../../../lib/jobs/follow-job.ts'
import { isActive } from '../../../lib/jobs/job-list.ts'
import { useLoad } from '../../../lib/jobs/use-jobs.ts'
import { useIsSeen } from '../../../lib/use-is-seen.ts'
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
  useShownLoad(job?.id)
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

/** Shows on the nodes how a load goes, for as long as somebody looks: a browser has few connections for all its tabs. */
function useShownLoad(jobId: string | undefined): void {
  const canvas = useCanvas()
  const isSeen = useIsSeen()
  const [endedId, setEndedId] = useState<string>()
  useEffect(() => {
    if (jobId === undefined || jobId === endedId || !isSeen) return undefined
    const hear = (event: RunEvent) => {
      canvas.followRun(event, jobId)
      if (event.type === 'run-end') setEndedId(jobId)
    }
    // Nothing may seem to run for ever of which nobody tells any more.
    const onLost = () => hear({ type: 'run-end', runId: jobId, at: Date.now(), status: 'interrupted', durationMs: 0 })
    return followJob(jobId, { onEvent: hear, onLost })
  }, [canvas, jobId, endedId, isSeen])
}
