import Button from '@mui/material/Button'
import { IconDatabaseImport } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../../components/labelled-icon-button.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { useIsPhone } from '../../../lib/use-breakpoint.ts'
import { notify } from '../../../state/notifications.ts'
import { useLoadDocuments } from '../api/load-documents.ts'
import { useCanvasState } from '../canvas-context.tsx'
import { hasLoadableDocuments } from '../model/loadable-documents.ts'

/** Reads a flow's documents into its store: without it the flow has nothing to answer from. */
export function LoadDocumentsButton() {
  const { t } = useTranslation('canvas')
  const isPhone = useIsPhone()
  const id = useCanvasState((state) => state.chatflow?.id)
  const isDirty = useCanvasState((state) => state.isDirty)
  const isNeeded = useCanvasState((state) => hasLoadableDocuments(state.history.present, state.catalogue))
  const { mutate, isPending } = useLoadDocuments(id)
  if (!isNeeded) return null
  const isSaved = id !== undefined && !isDirty
  const load = () =>
    mutate(undefined, {
      onSuccess: ({ numAdded, numUpdated, numSkipped, numDeleted }) =>
        notify(t('documents.loaded', { count: numAdded + numUpdated, skipped: numSkipped, deleted: numDeleted }), {
          tone: 'success',
        }),
      onError: (error) => notify(t('documents.failed', { reason: messageOf(error) }), { tone: 'error' }),
    })
  if (isPhone) {
    return (
      <LabelledIconButton
        label={t('documents.load')}
        disabled={!isSaved || isPending}
        disabledReason={t('header.saveFirst')}
        onClick={load}
      >
        <IconDatabaseImport size={20} aria-hidden />
      </LabelledIconButton>
    )
  }
  return (
    <Button
      startIcon={<IconDatabaseImport size={20} aria-hidden />}
      loading={isPending}
      loadingPosition="start"
      disabled={!isSaved}
      title={isSaved ? t('documents.hint') : t('header.saveFirst')}
      onClick={load}
    >
      {t('documents.load')}
    </Button>
  )
}
