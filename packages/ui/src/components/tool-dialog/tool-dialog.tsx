import type { CustomTool } from '@chatwright/contract'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from 'react-i18next'

import { ErrorState } from '../error-state.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { useTool } from './tool-api.ts'
import type { ToolSource } from './tool-draft.ts'
import { ToolForm } from './tool-form.tsx'

interface ToolDialogProps {
  /** The tool to edit; left out, a new one is made, from `source` when there is one. */
  id?: string
  source?: ToolSource
  onClose: () => void
  onSaved?: (tool: CustomTool) => void
}

/** Writes a custom tool and tries it. */
export default function ToolDialog({ id, source, onClose, onSaved }: ToolDialogProps) {
  const { t } = useTranslation('tools')
  const stored = useTool(id)
  const start = id === undefined ? (source ?? {}) : stored.data
  if (start) return <ToolForm source={start} onClose={onClose} {...(onSaved && { onSaved })} />
  return (
    <FormDialog open width="lg" title={t('edit')} onClose={onClose}>
      {stored.error ? (
        <ErrorState error={stored.error} onRetry={() => void stored.refetch()} />
      ) : (
        <Skeleton variant="rounded" height={480} />
      )}
    </FormDialog>
  )
}
