import type { ExecutionFlow, ExecutionStep } from '@chatwright/contract'
import { createCatalogueIndex, flowGraph, readFlow, stepHandle } from '@chatwright/core'
import type { Flow, NodeDescription } from '@chatwright/core'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { Delayed } from '../../components/delayed.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { NotFound } from '../../components/not-found.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { labelsIn } from '../../lib/steps/labels-in.ts'
import { branchWords } from '../../lib/steps/step-branches.ts'
import { useBranchWords } from '../../lib/steps/use-branch-words.ts'
import { RunView, type DrawingProps } from '../../parts/run-view/run-view.tsx'
import { useRun } from '../../parts/run-view/use-run.ts'
import { color } from '../../theme/tokens.ts'
import { useExecutionFlow, useExecutionSteps, type Looked } from './api/use-executions.ts'
import { ExecutionHead, type ShownExecution } from './components/execution-head.tsx'
import { ExecutionLookContext, type ExecutionLook } from './components/execution-look.ts'
import { ShownAboveContext } from './components/shown-above.ts'
import { StepDetails } from './components/step-details.tsx'
import { RecordingNotice } from './time-machine/recording-notice.tsx'
import { TimeMachine } from './time-machine/time-machine.tsx'

interface ExecutionViewProps extends Looked {
  /** Draws the flow; the application hands it in. */
  drawing: (props: DrawingProps) => ReactNode
}

/** One execution: its flow as it was, and every step with what went in and out. */
export function ExecutionView({ id, isShared, drawing }: ExecutionViewProps) {
  const { t } = useTranslation('executions')
  const looked = { id, isShared }
  const told = useExecutionSteps(looked)
  const flow = useExecutionFlow(looked)
  const runId = told.data && 'runId' in told.data ? String(told.data.runId) : undefined
  const newest = useRun(runId)
  if (told.error instanceof ApiError && told.error.status === 404) {
    return <NotFound address={id} title={t('notFound')} text={t('notFoundText')} />
  }
  if (told.error instanceof ApiError && told.error.status === 410) {
    return <NotFound address={id} title={t('share.ended')} text={t('share.endedText')} />
  }
  if (told.error && !told.data) return <ErrorState error={told.error} onRetry={() => void told.refetch()} />
  if (!told.data) return <Waiting />
  const { execution, steps, isKept } = told.data
  const head = (
    <ExecutionHead
      execution={execution}
      flowName={flow.data?.name}
      newest={
        isShared ? undefined : { id: runId ?? id, chatId: newest.data?.chatId, answer: newest.data?.answer ?? null }
      }
    />
  )
  const run = (shown: ExecutionFlow | undefined) => (
    <ShownAboveContext value={{ answer: newest.data?.answer ?? undefined, fault: execution.fault?.message }}>
      <Run execution={execution} steps={steps} looked={looked} flow={shown} isGone={flow.isError}>
        {drawing}
      </Run>
    </ShownAboveContext>
  )
  if (!isKept || isShared) {
    return (
      <>
        {head}
        {isKept ? run(flow.data) : <Typography sx={{ color: color.text2 }}>{t('notKept')}</Typography>}
      </>
    )
  }
  return (
    <TimeMachine
      runId={runId ?? id}
      question={execution.question}
      flow={flow.data}
      isOver={execution.state !== 'INPROGRESS'}
    >
      {(shown) => (
        <>
          {head}
          <RecordingNotice />
          {run(shown)}
        </>
      )}
    </TimeMachine>
  )
}

interface RunProps {
  execution: ShownExecution
  steps: readonly ExecutionStep[]
  looked: Looked
  flow: ExecutionFlow | undefined
  isGone: boolean
  children: ExecutionViewProps['drawing']
}

function Run({ execution, steps, looked, flow, isGone, children: drawing }: RunProps) {
  const labels = useMemo(() => new Map(steps.map(({ nodeId, label }) => [nodeId, label])), [steps])
  const wayOf = useWays(flow)
  const look: ExecutionLook = {
    ...looked,
    canRetry: !looked.isShared && execution.state !== 'INPROGRESS',
    labelOf: (nodeId) => labels.get(nodeId) ?? nodeId,
    wayOf,
  }
  return (
    <ExecutionLookContext value={look}>
      <RunView steps={steps} flow={flow} isGone={isGone} Details={StepDetails} drawing={drawing} />
    </ExecutionLookContext>
  )
}

/** The words that the flow's author gave to a step's ways out; a run knows them by number. */
function useWays(flow: ExecutionFlow | undefined): ExecutionLook['wayOf'] {
  const words = useBranchWords()
  const drawn = useMemo(() => (flow ? readDrawn(flow) : undefined), [flow])
  return (nodeId, output) => {
    const node = drawn && flowGraph(drawn).nodes.get(nodeId)
    return node ? words(branchWords(node, stepHandle(nodeId, output), labelsIn(drawn))) : output
  }
}

/** One that cannot be read is told of where it is drawn. */
function readDrawn({ flowData, nodes }: ExecutionFlow): Flow | undefined {
  try {
    // The contract leaves declarations open; these are those of the catalogue.
    return readFlow(flowData, createCatalogueIndex(nodes as unknown as NodeDescription[]).describe).flow
  } catch {
    return undefined
  }
}

export function Waiting() {
  return (
    <Delayed>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Skeleton variant="rounded" height={72} />
        <Skeleton variant="rounded" height={320} />
      </Box>
    </Delayed>
  )
}
