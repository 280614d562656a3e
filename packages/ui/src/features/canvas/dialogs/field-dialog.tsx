import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { DialogHead } from '../../../components/dialog-head.tsx'
import { useIsPhone } from '../../../lib/use-breakpoint.ts'
import { asText } from '../../../parts/parameter-form/field-props.ts'
import { NodeParameters } from '../form/node-parameters.tsx'
import { useParam } from '../form/use-param.ts'
import { VariableHint } from './variable-hint.tsx'
import { useDialogNode } from './use-dialog-node.ts'
import { formParams } from '@chatwright/core'
import type { FlowNode, InputParam } from '@chatwright/core'

/** One parameter with all the room it needs: long texts, code, JSON, grids. */
export default function FieldDialog({ nodeId, name, onClose }: { nodeId: string; name: string; onClose(): void }) {
  const { t } = useTranslation('canvas')
  const isPhone = useIsPhone()
  const id = useId()
  const node = useDialogNode(nodeId)
  const param = node && formParams(node).find((param) => param.name === name)
  if (!node || !param) return null
  return (
    <Dialog open onClose={onClose} maxWidth="lg" fullScreen={isPhone} aria-labelledby={id} className="cw-dialog">
      <DialogHead id={id} title={t('field.title', { field: param.label, label: node.data.label })} onClose={onClose} />
      <DialogContent dividers sx={{ padding: '16px 24px 24px' }}>
        {param.type === 'string' ? (
          <LongText node={node} param={param} />
        ) : (
          <NodeParameters node={node} params={[param]} />
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

function LongText({ node, param }: { node: FlowNode; param: InputParam }) {
  const { value, onChange, onFocus, isReadOnly } = useParam(node, param)
  const text = asText(value)
  return (
    <>
      <textarea
        className="cw-field is-form cw-long-text"
        aria-label={param.label}
        value={text}
        placeholder={param.placeholder}
        readOnly={isReadOnly}
        // The dialog was opened to write.
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
        autoFocus
        onFocus={onFocus}
        onChange={(event) => onChange(event.target.value)}
      />
      <VariableHint text={text} />
    </>
  )
}
