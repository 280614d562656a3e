import Dialog from '@mui/material/Dialog'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { DialogHead } from '../../../components/dialog-head.tsx'
import { NodeOutline } from '../components/node-outline.tsx'
import { useJump } from '../components/problems-button.tsx'

/** The flow as a list beside the drawing: for who cannot see it, or wants its order. */
export function OutlineDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('canvas')
  const id = useId()
  const jump = useJump()
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id} className="cw-dialog">
      <DialogHead id={id} title={t('outline.title')} onClose={onClose} />
      <NodeOutline
        onChoose={(nodeId) => {
          onClose()
          jump(nodeId)
        }}
      />
    </Dialog>
  )
}
