import { parseFlowData, readFlow } from '@chatwright/core'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import { ReactFlowProvider } from '@xyflow/react'
import { useEffect, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { DialogHead } from '../../../components/dialog-head.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { confirm } from '../../../state/confirm.ts'
import { notify } from '../../../state/notifications.ts'
import { openChatflow, restoreVersion, useVersion, useVersions } from '../api/chatflow.ts'
import { CanvasProvider, useCanvas, useCanvasState } from '../canvas-context.tsx'
import { FlowCanvas } from '../components/flow-canvas.tsx'
import { createCanvas } from '../model/canvas-store.ts'

/** The kept versions of a flow: look at any, bring one back. */
export default function HistoryDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('canvas')
  const id = useId()
  const canvas = useCanvas()
  const chatflow = useCanvasState((state) => state.chatflow)
  const versions = useVersions(chatflow?.id ?? '')
  const [chosen, setChosen] = useState<number>()
  const shown = chosen ?? versions.data?.[0]?.version
  if (!chatflow) return null

  const restore = async (version: number) => {
    const { isDirty, catalogue } = canvas.store.getState()
    const isSure =
      !isDirty ||
      (await confirm({
        title: t('history.dirtyTitle'),
        description: t('history.dirtyText'),
        confirmButtonName: t('history.restore'),
      }))
    if (!isSure) return
    try {
      const restored = await restoreVersion(chatflow.id, version)
      const { flow } = readFlow(parseFlowData(restored.flowData), catalogue.describe)
      canvas.open({ flow, name: restored.name, chatflow: openChatflow(restored) })
      notify(t('history.restored', { version }), { tone: 'success' })
      onClose()
    } catch (error) {
      notify(t('history.failed', { reason: messageOf(error) }), { tone: 'error' })
    }
  }

  return (
    <Dialog open onClose={onClose} maxWidth="lg" aria-labelledby={id} className="cw-dialog">
      <DialogHead id={id} title={t('command.history')} onClose={onClose} />
      <div className="cw-history">
        {versions.isError ? <ErrorState error={versions.error} onRetry={() => void versions.refetch()} /> : null}
        <ul className="cw-history-list" aria-label={t('command.history')}>
          {(versions.data ?? []).map((version) => (
            <li key={version.version}>
              <button
                type="button"
                className={version.version === shown ? 'is-active' : ''}
                aria-current={version.version === shown}
                onClick={() => setChosen(version.version)}
              >
                <span>
                  {t('history.version', { version: version.version })}
                  {version.version === chatflow.version ? ` · ${t('history.current')}` : ''}
                </span>
                <span className="cw-choice-note">
                  <TimeAgo date={version.createdDate} /> · {t('history.nodes', { count: version.nodeCount })}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <div className="cw-history-view">
          {shown === undefined ? null : <VersionView key={shown} chatflowId={chatflow.id} version={shown} />}
        </div>
      </div>
      <DialogActions>
        <Button onClick={onClose}>{t('more.done')}</Button>
        <Button
          variant="contained"
          disabled={shown === undefined || shown === chatflow.version}
          onClick={() => shown !== undefined && void restore(shown)}
        >
          {t('history.restore')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function VersionView({ chatflowId, version }: { chatflowId: string; version: number }) {
  const kept = useVersion(chatflowId, version)
  const nodes = useCanvasState((state) => state.componentNodes)
  const credentials = useCanvasState((state) => state.componentCredentials)
  const view = useMemo(() => createCanvas({ isReadOnly: true }), [])
  useEffect(() => {
    view.setCatalogue(nodes, credentials)
    if (kept.data) view.open({ flow: parseFlowData(kept.data.flowData), name: kept.data.name })
  }, [view, nodes, credentials, kept.data])
  if (kept.isError) return <ErrorState error={kept.error} onRetry={() => void kept.refetch()} />
  return (
    <CanvasProvider canvas={view}>
      <ReactFlowProvider>
        <FlowCanvas />
      </ReactFlowProvider>
    </CanvasProvider>
  )
}
