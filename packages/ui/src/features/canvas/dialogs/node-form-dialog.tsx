import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { use, useId } from 'react'
import { useTranslation } from 'react-i18next'

import { DialogHead } from '../../../components/dialog-head.tsx'
import { useIsPhone } from '../../../lib/use-breakpoint.ts'
import NodeForm from '../form/node-form.tsx'
import Inspector from '../inspector/inspector.tsx'
import { NodeToolsContext } from '../inspector/node-tools-slot.ts'
import { useDialogNode } from './use-dialog-node.ts'

/** A node's whole form as a sheet; where the flow is worked on, with its values and ways to run it. Undo takes back what is typed. */
export default function NodeFormDialog({ nodeId, onClose }: { nodeId: string; onClose(): void }) {
  const { t } = useTranslation('canvas')
  const isPhone = useIsPhone()
  const id = useId()
  const node = useDialogNode(nodeId)
  // Where a flow is only looked at, nothing of it runs.
  const isWorkedOn = use(NodeToolsContext) !== undefined
  if (!node) return null
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullScreen={isPhone} aria-labelledby={id} className="cw-dialog">
      <DialogHead id={id} title={t('more.formTitle', { label: node.data.label })} onClose={onClose} />
      <DialogContent dividers sx={{ padding: '16px 24px 24px' }}>
        {isWorkedOn ? <Inspector node={node} /> : <NodeForm node={node} />}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('more.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
