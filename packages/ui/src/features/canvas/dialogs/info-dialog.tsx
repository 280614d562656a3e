import { isParam, splitTypes } from '@chatwright/core'
import Chip from '@mui/material/Chip'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import Link from '@mui/material/Link'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { DialogHead } from '../../../components/dialog-head.tsx'
import { useCanvasState } from '../canvas-context.tsx'
import { useTypePhrases } from '../node/port-words.ts'
import { useDialogNode } from './use-dialog-node.ts'

/** What a node is, and the names under which its inputs can be overridden by a request. */
export default function InfoDialog({ nodeId, onClose }: { nodeId: string; onClose(): void }) {
  const { t } = useTranslation('canvas')
  const { taken } = useTypePhrases()
  const id = useId()
  const node = useDialogNode(nodeId)
  const description = useCanvasState((state) => (node ? state.catalogue.describe(node.data.name) : undefined))
  if (!node) return null
  const { data } = node
  const inputs = [...data.inputParams, ...data.inputAnchors].filter((input) => input.type !== 'credential')
  return (
    <Dialog open onClose={onClose} maxWidth="md" aria-labelledby={id} className="cw-dialog">
      <DialogHead id={id} title={data.label} onClose={onClose} />
      <DialogContent dividers sx={{ padding: '16px 24px 24px' }}>
        <div className="cw-chips">
          <Chip label={node.id} variant="outlined" />
          <Chip label={t('info.version', { version: data.version ?? '?' })} variant="outlined" />
          <Chip label={data.category} variant="outlined" />
          {description?.origin ? <Chip label={t('info.origin', { origin: description.origin })} /> : null}
        </div>
        <p>{description?.description ?? data.description}</p>
        {description?.documentation ? (
          <Link href={description.documentation} target="_blank" rel="noreferrer">
            {t('info.documentation')}
          </Link>
        ) : null}
        <h3 className="cw-form-heading">{t('info.inputs')}</h3>
        <div className="cw-grid-scroller">
          <table className="cw-grid">
            <thead>
              <tr>
                <th scope="col">{t('info.label')}</th>
                <th scope="col">{t('info.name')}</th>
                <th scope="col">{t('info.type')}</th>
              </tr>
            </thead>
            <tbody>
              {inputs.map((input) => (
                <tr key={input.name}>
                  <td>{input.label}</td>
                  <td>
                    <code>{input.name}</code>
                  </td>
                  <td>{isParam(input) ? input.type : taken(splitTypes(input.type))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </DialogContent>
    </Dialog>
  )
}
