import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { FormDialog } from '../../../components/form-dialog.tsx'
import { TextInput } from '../../../components/text-input.tsx'
import { useCanvas } from '../canvas-context.tsx'
import { useDialogNode } from './use-dialog-node.ts'

export function RenameNodeDialog({ nodeId, onClose }: { nodeId: string; onClose(): void }) {
  const { t } = useTranslation('canvas')
  const { t: common } = useTranslation()
  const canvas = useCanvas()
  const node = useDialogNode(nodeId)
  const [name, setName] = useState(node?.data.label ?? '')
  if (!node) return null
  const submit = () => {
    canvas.run([{ do: 'rename', id: nodeId, label: name }])
    onClose()
  }
  return (
    <FormDialog open title={t('node.rename')} onClose={onClose} onSubmit={submit} submitLabel={common('action.rename')}>
      <TextInput label={t('node.name')} value={name} onChange={setName} autoFocus />
    </FormDialog>
  )
}
