import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { Delayed } from '../../components/delayed.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { LabelledIconButton } from '../../components/labelled-icon-button.tsx'
import { RunLookContext } from '../../parts/run-view/run-look.ts'
import { StepList } from '../../parts/run-view/step-list.tsx'
import { tracedRun } from '../../parts/run-view/trace-steps.ts'
import { useLook } from '../../parts/run-view/use-look.ts'
import { isUnderWay, useRun } from '../../parts/run-view/use-run.ts'
import { useRunFlow } from './api/use-recording.ts'
import { FactsContext, RunDetails } from './components/run-details.tsx'
import { Instead, RunFigures, RunWords, type ToldRun } from './components/run-head.tsx'
import { ShownAboveContext } from './components/shown-above.ts'
import { TryPromptButton } from './prompt-bench/try-prompt-button.tsx'
import { StepActions } from './time-machine/step-actions.tsx'
import { TimeMachine } from './time-machine/time-machine.tsx'

export interface RunPanelProps {
  runId: string
  onClose: () => void
  onJumpToNode: (nodeId: string) => void
  /** Opens the settings of a node. */
  onOpenNode: (nodeId: string) => void
  /** Takes inputs over to a node of the flow on the screen. */
  onApply: (nodeId: string, inputs: Readonly<Record<string, unknown>>, how: { isPublished: boolean }) => void
  /** Hears which node is chosen on the canvas. Returns how to stop. */
  followSelection: (listener: (nodeId: string | undefined) => void) => () => void
}

/** A run beside the canvas: what ran, step by step; choosing a step chooses its node, and the other way round. */
export default function RunPanel({ runId, onClose, ...canvas }: RunPanelProps) {
  const { t } = useTranslation('runs')
  const run = useRun(runId)
  return (
    <Box
      component="section"
      aria-label={t('panel.title')}
      sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, padding: '8px 16px' }}>
        <LabelledIconButton label={t('panel.back')} onClick={onClose}>
          <IconArrowLeft size={20} aria-hidden />
        </LabelledIconButton>
        <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
          {t('panel.title')}
        </Typography>
        <Button component={Link} to={`/runs/${runId}`}>
          {t('panel.open')}
        </Button>
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto', padding: '0 16px 16px' }}>
        {run.data ? (
          <PanelBody run={run.data} {...canvas} />
        ) : run.error ? (
          <ErrorState error={run.error} onRetry={() => void run.refetch()} />
        ) : (
          <Delayed>
            <Skeleton variant="rounded" height={160} />
          </Delayed>
        )}
      </Box>
    </Box>
  )
}

type PanelBodyProps = { run: ToldRun } & Omit<RunPanelProps, 'runId' | 'onClose'>

/** What can be tried with it is recorded; a node is changed where it is drawn. */
function PanelBody(props: PanelBodyProps) {
  const { run, onOpenNode } = props
  const flow = useRunFlow(run.id)
  return (
    <TimeMachine
      runId={run.id}
      question={run.question}
      flow={flow.data}
      isOver={!isUnderWay(run.status)}
      onChangeNode={onOpenNode}
    >
      {() => <PanelSteps {...props} />}
    </TimeMachine>
  )
}

function PanelSteps({ run, onJumpToNode, onApply, followSelection }: PanelBodyProps) {
  const isOver = !isUnderWay(run.status)
  const { steps, facts } = useMemo(() => tracedRun(run.events, { isOver }), [run.events, isOver])
  const { look, choose } = useLook(steps, RunDetails, StepActions)
  const latest = useRef(choose)
  useEffect(() => {
    latest.current = choose
  })
  useEffect(
    () =>
      followSelection((nodeId) => {
        if (nodeId !== undefined) latest.current(nodeId)
      }),
    [followSelection],
  )
  const toggle = (path: string) => {
    const step = steps.find((each) => each.path === path)
    look.toggle(path)
    if (step && !look.opened.has(path)) onJumpToNode(step.nodeId)
  }
  return (
    <RunLookContext value={{ ...look, toggle }}>
      <ShownAboveContext value={{ answer: run.answer ?? undefined, fault: undefined }}>
        <FactsContext value={facts}>
          <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
            <RunFigures run={run} />
            <Instead run={run} />
            <Box sx={{ '&:empty': { display: 'none' } }}>
              <TryPromptButton
                onApply={({ nodeId, name, write }, text, how) => onApply(nodeId, { [name]: write(text) }, how)}
              />
            </Box>
            <RunWords question={run.question} answer={run.answer} />
            <StepList steps={steps} chosen={look.chosen} />
          </Box>
        </FactsContext>
      </ShownAboveContext>
    </RunLookContext>
  )
}
