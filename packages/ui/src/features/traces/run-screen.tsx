import type { RunSummary } from '@chatwright/contract'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { ErrorState } from '../../components/error-state.tsx'
import { NotFound } from '../../components/not-found.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { RunView, type DrawingProps } from '../../parts/run-view/run-view.tsx'
import { tracedRun } from '../../parts/run-view/trace-steps.ts'
import { isUnderWay, useRun } from '../../parts/run-view/use-run.ts'
import { textOfValue } from '../../parts/run-view/value-text.ts'
import { useRunFlow } from './api/use-recording.ts'
import { FactsContext, RunDetails } from './components/run-details.tsx'
import { RunHead } from './components/run-head.tsx'
import { ShownAboveContext } from './components/shown-above.ts'
import { ExecutionView, Waiting } from './execution-view.tsx'
import { RecordingNotice } from './time-machine/recording-notice.tsx'
import { TimeMachine } from './time-machine/time-machine.tsx'

interface RunScreenProps {
  id: string
  drawing: (props: DrawingProps) => ReactNode
}

/** One run on the flow as it was: what ran, what it asked, and what would come of a change. */
export function RunScreen({ id, drawing }: RunScreenProps) {
  const { t } = useTranslation('runs')
  const run = useRun(id)
  if (run.error instanceof ApiError && run.error.status === 404) {
    return <NotFound address={id} title={t('notFound')} text={t('notFoundText')} />
  }
  if (run.error && !run.data) return <ErrorState error={run.error} onRetry={() => void run.refetch()} />
  if (!run.data) return <Waiting />
  // Of an agent flow all runs that went on from each other are shown as one.
  if (run.data.executionId !== null) {
    return <ExecutionView key={run.data.executionId} id={run.data.executionId} isShared={false} drawing={drawing} />
  }
  return <ChatRun run={run.data} drawing={drawing} />
}

function ChatRun({
  run,
  drawing,
}: {
  run: RunSummary & { events: { type: string }[] }
  drawing: RunScreenProps['drawing']
}) {
  const flow = useRunFlow(run.id)
  const isOver = !isUnderWay(run.status)
  const { steps, facts } = useMemo(() => tracedRun(run.events, { isOver }), [run.events, isOver])
  const above = { answer: run.answer ?? undefined, fault: run.fault ? textOfValue(run.fault['message']) : undefined }
  return (
    <TimeMachine runId={run.id} question={run.question} flow={flow.data} isOver={isOver}>
      {(shown) => (
        <>
          <RunHead run={run} flow={flow.data} />
          <RecordingNotice />
          <ShownAboveContext value={above}>
            <FactsContext value={facts}>
              <RunView steps={steps} flow={shown} isGone={flow.isError} Details={RunDetails} drawing={drawing} />
            </FactsContext>
          </ShownAboveContext>
        </>
      )}
    </TimeMachine>
  )
}
