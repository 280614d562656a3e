import { formParams, isInputVisible, isStepNode } from '@chatwright/core'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { DialogHead } from '../../../components/dialog-head.tsx'
import { useIsPhone } from '../../../lib/use-breakpoint.ts'
import { useCanvasState } from '../canvas-context.tsx'
import { NodeParameters } from '../form/node-parameters.tsx'
import { StepForm } from '../form/step-form/step-form.tsx'
import { splitParams } from '../model/node-rows.ts'
import { useDialogNode } from './use-dialog-node.ts'

/** The parameters behind "More", or, as a node's whole form, all of them. What is typed is there at once; undo takes it back. */
export default function NodeFormDialog({
  nodeId,
  part,
  onClose,
}: {
  nodeId: string
  part: 'more' | 'all'
  onClose(): void
}) {
  const { t } = useTranslation('canvas')
  const isPhone = useIsPhone()
  const id = useId()
  const node = useDialogNode(nodeId)
  const description = useCanvasState((state) => node && state.catalogue.describe(node.data.name))
  if (!node) return null
  const step = description && isStepNode(node) ? description : undefined
  const params =
    part === 'more'
      ? splitParams(node).more
      : formParams(node).filter((param) => isInputVisible(param, node.data.inputs))
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullScreen={isPhone} aria-labelledby={id} className="cw-dialog">
      <DialogHead
        id={id}
        title={t(part === 'more' ? 'more.title' : 'more.formTitle', { label: node.data.label })}
        onClose={onClose}
      />
      <DialogContent dividers sx={{ padding: '16px 24px 24px' }}>
        {step ? (
          <StepForm node={node} description={step} />
        ) : params.length === 0 ? (
          <p>{t('more.none')}</p>
        ) : (
          <NodeParameters node={node} params={params} />
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('more.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
