import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { FormDialog } from '../../../components/form-dialog.tsx'
import { TextInput } from '../../../components/text-input.tsx'
import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import type { Saver } from '../model/saver.ts'

interface NameDialogProps {
  purpose: 'save' | 'rename'
  saveAs(name: string): Promise<boolean>
  saver: Saver
  onClose(): void
}

/** A name before the first save, or another one; the new name of a stored flow is saved with it at once. */
export function NameDialog({ purpose, saveAs, saver, onClose }: NameDialogProps) {
  const { t } = useTranslation('canvas')
  const { t: common } = useTranslation()
  const canvas = useCanvas()
  const current = useCanvasState((state) => state.name)
  const isStored = useCanvasState((state) => state.chatflow !== undefined)
  const isDirty = useCanvasState((state) => state.isDirty)
  const [name, setName] = useState(current)
  const [isTried, setIsTried] = useState(false)
  const isMissing = name.trim() === ''
  const submit = () => {
    setIsTried(true)
    if (isMissing) return
    onClose()
    if (purpose === 'save') void saveAs(name)
    else {
      canvas.rename(name)
      // With other edits still open, the name waits for them: a rename must not save half a change.
      if (isStored && !isDirty) void saver.save()
    }
  }
  return (
    <FormDialog
      open
      title={t(purpose === 'save' ? 'nameDialog.saveTitle' : 'nameDialog.renameTitle')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={purpose === 'save' ? common('action.save') : common('action.rename')}
    >
      <TextInput
        label={t('nameDialog.label')}
        value={name}
        onChange={setName}
        autoFocus
        inputProps={{ maxLength: 200 }}
        placeholder={t('nameDialog.placeholder')}
        error={isTried && isMissing ? common('state.required') : undefined}
      />
    </FormDialog>
  )
}
