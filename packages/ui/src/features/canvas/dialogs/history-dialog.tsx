import { parseFlowData, readFlow } from '@chatwright/core'
import type { Chatflow } from '@chatwright/contract'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { ChoiceButton } from '../../../components/choice-button.tsx'
import { DialogHead } from '../../../components/dialog-head.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { SwitchRow } from '../../../components/switch-row.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { confirm } from '../../../state/confirm.ts'
import { notify } from '../../../state/notifications.ts'
import { openChatflow, publishVersion, restoreVersion, setPublishing, useVersions } from '../api/chatflow.ts'
import { setGate, useDryReplay } from '../api/dry-replay.ts'
import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import type { OpenChatflow } from '../model/canvas-state.ts'
import { VersionList } from './version-list.tsx'
import { VersionView } from './version-view.tsx'

const NOTHING = 'nothing'

/** The kept versions of a flow: look at any, hold it against another, let it answer, bring it back. */
export default function HistoryDialog({ againstLive, onClose }: { againstLive: boolean; onClose(): void }) {
  const chatflow = useCanvasState((state) => state.chatflow)
  return chatflow ? <Versions chatflow={chatflow} againstLive={againstLive} onClose={onClose} /> : null
}

interface VersionsProps {
  chatflow: OpenChatflow
  againstLive: boolean
  onClose(): void
}

function Versions({ chatflow, againstLive, onClose }: VersionsProps) {
  const { t } = useTranslation('canvas')
  const id = useId()
  const canvas = useCanvas()
  const versions = useVersions(chatflow.id)
  const [chosen, setChosen] = useState<number>()
  const [against, setAgainst] = useState(againstLive ? chatflow.liveVersion : undefined)
  const [isBusy, setIsBusy] = useState(false)
  const shown = chosen ?? versions.data?.[0]?.version
  const live = chatflow.liveVersion

  const attempt = async (act: () => Promise<void>) => {
    setIsBusy(true)
    try {
      await act()
    } catch (error) {
      notify(t('history.failed', { reason: messageOf(error) }), { tone: 'error' })
    } finally {
      setIsBusy(false)
    }
  }
  const tellCanvas = ({ liveVersion, publish }: Chatflow) =>
    canvas.store.setState((state) => ({
      chatflow: state.chatflow && { ...state.chatflow, liveVersion, publish },
    }))
  const publish = (version: number): Promise<void> =>
    attempt(async () => {
      const before = canvas.store.getState().chatflow?.liveVersion ?? version
      tellCanvas(await publishVersion(chatflow.id, version))
      notify(t('history.published', { version }), {
        tone: 'success',
        action: { label: t('history.undo', { version: before }), run: () => void publish(before) },
      })
      onClose()
    })
  const restore = (version: number) =>
    attempt(async () => {
      const { isDirty, catalogue } = canvas.store.getState()
      const isSure =
        !isDirty ||
        (await confirm({
          title: t('history.dirtyTitle'),
          description: t('history.dirtyText'),
          confirmButtonName: t('history.restore'),
        }))
      if (!isSure) return
      const restored = await restoreVersion(chatflow.id, version)
      const { flow } = readFlow(parseFlowData(restored.flowData), catalogue.describe)
      canvas.open({ flow, name: restored.name, chatflow: openChatflow(restored) })
      notify(t('history.restored', { version }), { tone: 'success' })
      onClose()
    })

  return (
    <Dialog open onClose={onClose} maxWidth="lg" aria-labelledby={id} className="cw-dialog">
      <DialogHead id={id} title={t('command.history')} onClose={onClose} />
      <div className="cw-history-settings">
        <SwitchRow
          label={t('history.onSave')}
          help={t(chatflow.publish === 'hand' ? 'history.byHandHelp' : 'history.onSaveHelp')}
          isOn={chatflow.publish !== 'hand'}
          isSaving={isBusy}
          onChange={(isOn) =>
            void attempt(async () => tellCanvas(await setPublishing(chatflow.id, isOn ? 'save' : 'hand')))
          }
        />
        <GateRow chatflow={chatflow} isBusy={isBusy} attempt={attempt} />
      </div>
      <div className="cw-history">
        {versions.isError ? <ErrorState error={versions.error} onRetry={() => void versions.refetch()} /> : null}
        <VersionList versions={versions.data ?? []} shown={shown} chatflow={chatflow} onChoose={setChosen} />
        <div className="cw-history-view">
          <div className="cw-history-bar">
            <span>{t('history.against')}</span>
            <ChoiceButton
              label={t('history.against')}
              value={against === undefined || against === shown ? NOTHING : String(against)}
              choices={[
                { value: NOTHING, label: t('history.nothing') },
                ...(versions.data ?? [])
                  .filter(({ version }) => version !== shown)
                  .map(({ version }) => ({
                    value: String(version),
                    label: t(version === live ? 'history.liveVersion' : 'history.version', { version }),
                  })),
              ]}
              onChoose={(value) => setAgainst(value === NOTHING ? undefined : Number(value))}
            />
            {shown === undefined || against === undefined || against === shown ? null : (
              <Button
                component={Link}
                to={`/comparisons?flow=${chatflow.id}&base=${Math.min(against, shown)}&candidate=${Math.max(against, shown)}`}
              >
                {t('history.compareAnswers')}
              </Button>
            )}
          </div>
          {shown === undefined ? null : (
            <VersionView chatflowId={chatflow.id} version={shown} against={against === shown ? undefined : against} />
          )}
        </div>
      </div>
      <DialogActions className="cw-choices-below">
        <Button sx={{ marginRight: 'auto' }} onClick={onClose}>
          {t('more.done')}
        </Button>
        <Button
          variant="outlined"
          disabled={isBusy || shown === undefined || shown === chatflow.version}
          onClick={() => shown !== undefined && void restore(shown)}
        >
          {t('history.restore')}
        </Button>
        <Button
          variant="contained"
          disabled={isBusy || shown === undefined || shown === live}
          onClick={() => shown !== undefined && void publish(shown)}
        >
          {t(shown !== undefined && shown < live ? 'history.rollBack' : 'history.publish', { version: shown ?? live })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface GateRowProps {
  chatflow: OpenChatflow
  isBusy: boolean
  attempt(act: () => Promise<void>): Promise<void>
}

/** What a save has to show before it answers. */
function GateRow({ chatflow, isBusy, attempt }: GateRowProps) {
  const { t } = useTranslation('canvas')
  const { data } = useDryReplay(chatflow.id, chatflow.version)
  const gate = data?.gate ?? 'off'
  const choose = (chosen: typeof gate) => {
    if (isBusy) return
    void attempt(async () => {
      await setGate(chatflow.id, chosen)
    })
  }
  return (
    <div className="cw-history-gate">
      <span>
        {t('gate.label')}
        <span className="cw-choice-note">{t(data?.state === 'off' ? 'gate.unrecorded' : `gate.${gate}Help`)}</span>
      </span>
      <ChoiceButton
        label={t('gate.label')}
        value={gate}
        choices={(['off', 'warn', 'block'] as const).map((value) => ({ value, label: t(`gate.${value}`) }))}
        onChoose={choose}
      />
    </div>
  )
}
