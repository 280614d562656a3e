import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { IconPin, IconPlayerPlay, IconPlayerTrackNext } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { formatDuration } from '../../../lib/format-duration.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { Labelled } from '../../../parts/run-view/timed-row.tsx'
import { tracedRun } from '../../../parts/run-view/trace-steps.ts'
import { textOfValue } from '../../../parts/run-view/value-text.ts'
import { color, type } from '../../../theme/tokens.ts'
import { useCalls, useReplay } from '../api/use-recording.ts'
import { listChanges, NO_CHANGES, NOTHING_HELD, toReplay, toRunChanges, type Held } from '../model/changes.ts'
import { ChangeBar, PlanWords } from './change-bar.tsx'
import { HeldBack } from './held-back.tsx'
import { TextDialog } from './lazy-text-dialog.ts'
import { RecordingNotice } from './recording-notice.tsx'
import { TimeMachineContext, type TimeMachine } from './time-machine-context.ts'

export interface NodeToolsProps {
  runId: string
  question: string
  isOver: boolean
  nodeId: string
  label: string
  /** The nodes whose values it is built from; they may run with it. */
  feeding: readonly string[]
  /** Those of them that answer for it. */
  models: readonly string[]
  /** What it gave in that run. */
  output: string
  /** The flow on the screen, where it answers otherwise than the saved one. */
  drawing: string | undefined
  /** The same, at this very moment. */
  draw: () => string | undefined
  /** Somebody asked to run it by a key. */
  isAsked: boolean
  onAsked: () => void
}

/** A node of the flow on the screen, run on the values of a run: alone, with what follows, or with its answer pinned. */
export default function NodeTools(props: NodeToolsProps) {
  const { runId, question, isOver, nodeId, label, feeding, models, output, drawing } = props
  const { t } = useTranslation('runs')
  const { data: recorded } = useCalls(runId, isOver)
  const [changes, change] = useState(NO_CHANGES)
  const [isPinning, setIsPinning] = useState(false)
  const cannotRun = recorded?.isKept === false && props.isAsked
  const { onAsked } = props
  useEffect(() => {
    if (cannotRun) onAsked()
  }, [cannotRun, onAsked])
  // What answers for a chain is its model: that is what the recording knows.
  const pinned = models.length > 0 ? models : [nodeId]
  const shown = useMemo(() => asDrawn(drawing), [drawing])
  const request = useMemo(
    () => (listChanges(changes).length > 0 ? { ...toRunChanges(changes, ''), ...shown } : undefined),
    [changes, shown],
  )
  const machine: TimeMachine = { runId, recorded, flow: undefined, changes, change, request, question }
  return (
    <TimeMachineContext value={machine}>
      <RecordingNotice />
      {request === undefined ? null : <ChangeBar key={JSON.stringify(request)} request={request} isDocked />}
      {recorded?.isKept ? (
        <RunThis key={`${runId} ${nodeId}`} {...props} shown={shown}>
          <Button
            size="small"
            startIcon={<IconPlayerTrackNext size={16} aria-hidden />}
            onClick={() =>
              change((before) => ({ ...before, from: { nodeId, label, feeding, models, isAlone: false } }))
            }
          >
            {t('tools.from')}
          </Button>
          <Button size="small" startIcon={<IconPin size={16} aria-hidden />} onClick={() => setIsPinning(true)}>
            {t('tools.pinShort')}
          </Button>
        </RunThis>
      ) : null}
      {isPinning ? (
        <TextDialog
          title={t('pin.title', { label })}
          label={t('pin.field')}
          help={t('pin.help')}
          text={changes.pins[pinned[0] ?? nodeId]?.text ?? output}
          onClose={() => setIsPinning(false)}
          onDone={(text) => {
            const pins = Object.fromEntries(pinned.map((id) => [id, { label, text }]))
            change((before) => ({ ...before, pins: { ...before.pins, ...pins } }))
            setIsPinning(false)
          }}
        />
      ) : null}
    </TimeMachineContext>
  )
}

interface RunThisProps extends NodeToolsProps {
  shown: ReturnType<typeof asDrawn>
  /** The other ways, beside this one. */
  children: ReactNode
}

/** The flow that runs: the saved one, where the screen shows that. */
function asDrawn(drawing: string | undefined) {
  return drawing === undefined ? { isMended: true } : { flowData: drawing }
}

/** Runs the node on what went into it, and shows what comes out now. */
function RunThis(props: RunThisProps) {
  const { runId, nodeId, label, feeding, models, isAsked, onAsked, draw, shown, children } = props
  const { t, i18n } = useTranslation('runs')
  const { mutate, data, error, isPending } = useReplay(runId)
  const [held, setHeld] = useState(NOTHING_HELD)
  const request = useMemo(() => {
    const from = { nodeId, label, feeding, models, isAlone: true }
    return toRunChanges({ ...NO_CHANGES, from }, '')
  }, [nodeId, label, feeding, models])
  const priced = useMemo(() => ({ ...request, ...shown }), [request, shown])
  const run = (next: Held) => {
    mutate(toReplay({ ...request, ...asDrawn(draw()) }, next), { onSuccess: () => setHeld(next) })
  }
  useEffect(() => {
    if (!isAsked) return
    onAsked()
    run(NOTHING_HELD)
  })
  const own = new Set([nodeId, ...feeding])
  const { steps, facts } = tracedRun(data?.events ?? [], { isOver: true })
  const step = steps.findLast((each) => each.nodeId === nodeId)
  // What follows it may not be asked: that it ends there is what was wanted.
  const stopped = data?.stopped && own.has(data.stopped.nodeId ?? '') ? data.stopped : undefined
  const fault = step?.fault ?? (step ? undefined : data?.fault)
  return (
    <>
      {data ? (
        <Box component="section" aria-label={t('tools.now')} aria-live="polite" sx={{ display: 'grid', gap: 1 }}>
          {stopped ? <HeldBack stopped={stopped} held={held} onHeld={run} isBusy={isPending} /> : null}
          {fault && !stopped ? <ProblemNotice>{textOfValue(fault['message'])}</ProblemNotice> : null}
          {stopped || fault ? null : (
            <Labelled label={t('tools.now')} text={textOfValue(facts.get(step?.path ?? '')?.output)} />
          )}
          <Box sx={{ ...type.caption, color: color.text3 }}>
            {t('result.cost', {
              price: formatMoney(data.priceMicro, i18n.language),
              time: formatDuration(data.durationMs, i18n.language),
            })}
          </Box>
        </Box>
      ) : null}
      {error ? <ProblemNotice>{messageOf(error)}</ProblemNotice> : null}
      <Box
        role="group"
        aria-label={t('tools.label', { label })}
        sx={{
          position: 'sticky',
          bottom: 0,
          zIndex: 1,
          display: 'grid',
          gap: 1,
          padding: '12px 16px',
          margin: '0 -16px -16px',
          backgroundColor: color.paper,
          borderTop: `1px solid ${color.line}`,
        }}
      >
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button
            size="small"
            variant="contained"
            loading={isPending}
            startIcon={<IconPlayerPlay size={16} aria-hidden />}
            onClick={() => run(NOTHING_HELD)}
          >
            {t('tools.this')}
          </Button>
          {children}
        </Box>
        <PlanWords runId={runId} request={priced} />
      </Box>
    </>
  )
}
