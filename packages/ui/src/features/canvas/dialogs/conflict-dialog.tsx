import { readFlow } from '@chatwright/core'
import type { Chatflow } from '@chatwright/contract'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { DialogHead } from '../../../components/dialog-head.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { notify } from '../../../state/notifications.ts'
import { chatflowGateway, loadChatflow } from '../api/chatflow.ts'
import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { takeTheirs } from '../components/take-theirs.ts'
import { serializeFlow } from '../model/saver.ts'
import type { Saver } from '../model/saver.ts'
import { FlowChanges } from './flow-changes.tsx'

/** Somebody else saved in the meantime: see what changed, then decide. Nothing is lost either way. */
export default function ConflictDialog({ saver, onClose }: { saver: Saver; onClose(): void }) {
  const { t } = useTranslation('canvas')
  const { t: common } = useTranslation()
  const id = useId()
  const navigate = useNavigate()
  const canvas = useCanvas()
  const chatflowId = useCanvasState((state) => state.chatflow?.id ?? '')
  const mine = useCanvasState((state) => state.history.present)
  const describe = useCanvasState((state) => state.catalogue.describe)
  const theirs = useQuery({
    queryKey: ['chatflow-theirs', chatflowId],
    queryFn: () => loadChatflow(chatflowId),
    gcTime: 0,
    staleTime: 0,
  })

  const keepTheirs = (chatflow: Chatflow) => {
    takeTheirs(canvas, chatflow)
    onClose()
  }
  const keepMineAsCopy = async () => {
    const { history, viewport, name, catalogue } = canvas.store.getState()
    try {
      const copy = await chatflowGateway.create({
        name: t('file.copyOf', { name }),
        flowData: serializeFlow(history.present, { viewport, describe: catalogue.describe }),
      })
      // The edits are safe in the copy: leaving this flow asks for nothing.
      canvas.clearDirty()
      onClose()
      void navigate(`/canvas/${copy.id}`)
    } catch (error) {
      notify(t('save.failedBecause', { reason: messageOf(error) }), { tone: 'error' })
    }
  }
  const overwrite = () => {
    onClose()
    void saver.save({ isOverwrite: true })
  }

  return (
    <Dialog open onClose={onClose} maxWidth="md" aria-labelledby={id} className="cw-dialog">
      <DialogHead id={id} title={t('conflict.title')} onClose={onClose} />
      <DialogContent dividers sx={{ padding: '16px 24px 24px' }}>
        <p>{t('conflict.text')}</p>
        {theirs.isError ? <ErrorState error={theirs.error} onRetry={() => void theirs.refetch()} /> : null}
        {theirs.data ? (
          <>
            <p className="cw-field-help">
              {t('conflict.theirs', { version: theirs.data.version })} <TimeAgo date={theirs.data.updatedDate} />
            </p>
            <FlowChanges from={mine} to={readFlow(theirs.data.flowData, describe).flow} voice="theirs" />
          </>
        ) : null}
      </DialogContent>
      <DialogActions className="cw-choices-below">
        <Button sx={{ marginRight: 'auto' }} onClick={onClose}>
          {common('action.cancel')}
        </Button>
        <Button disabled={!theirs.data} onClick={() => theirs.data && keepTheirs(theirs.data)}>
          {t('conflict.keepTheirs')}
        </Button>
        <Button variant="outlined" onClick={overwrite}>
          {t('conflict.overwrite')}
        </Button>
        <Button variant="contained" onClick={() => void keepMineAsCopy()}>
          {t('conflict.copy')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
