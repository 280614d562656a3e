import Button from '@mui/material/Button'
import { IconDatabaseImport } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../../components/labelled-icon-button.tsx'
import { useIsPhone } from '../../../lib/use-breakpoint.ts'
import { useCanvasState } from '../canvas-context.tsx'
import { useJump } from './problems-button.tsx'
import { hasLoadableDocuments } from '../model/loadable-documents.ts'
import { lazyDialog } from '../../../components/lazy-part/lazy-part.tsx'

const LoadDocumentsDialog = lazyDialog(() => import('./load-documents-dialog.tsx'))

/** Reads a flow's documents into its store: without it the flow has nothing to answer from. */
export function LoadDocumentsButton() {
  const { t } = useTranslation('canvas')
  const isPhone = useIsPhone()
  const id = useCanvasState((state) => state.chatflow?.id)
  const isDirty = useCanvasState((state) => state.isDirty)
  const isNeeded = useCanvasState((state) => hasLoadableDocuments(state.history.present, state.catalogue))
  const [isOpen, setOpen] = useState(false)
  const jump = useJump()
  if (!isNeeded) return null
  const isSaved = id !== undefined && !isDirty
  const load = () => setOpen(true)
  const dialog =
    isOpen && id !== undefined ? (
      <LoadDocumentsDialog flowId={id} onJumpToNode={jump} onClose={() => setOpen(false)} />
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
