import type { ExecutionStep, ExecutionStepDetail } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { Delayed } from '../../../components/delayed.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { color, type } from '../../../theme/tokens.ts'
import { useExecutionStep, useExecutionWaits } from '../api/use-executions.ts'
import { useExecutionLook } from './execution-look.ts'
import { Labelled } from '../../../parts/run-view/timed-row.tsx'
import { textOfValue } from '../../../parts/run-view/value-text.ts'
import { OutputText } from './output-text.tsx'
import { useShownAbove } from './shown-above.ts'
import { InsteadInStep, StepCalls } from '../time-machine/step-calls.tsx'
import { StepTools } from '../time-machine/step-tools.tsx'
import { useRetry } from './use-retry.ts'

/** What a step was given, what came of it, and what can be done about it. */
export function StepDetails({ step }: { step: ExecutionStep }) {
  const look = useExecutionLook()
  const { isFault } = useShownAbove()
  if (step.status === 'skipped') return <Skipped step={step} />
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      {step.fault && !isFault(step.fault.message) ? (
        <ProblemNotice>
          {step.fault.message} {typeof step.fault['hint'] === 'string' ? step.fault['hint'] : null}
        </ProblemNotice>
      ) : null}
      <InsteadInStep step={step} />
      <StepFacts step={step} />
      <StepCalls step={step} />
      {step.isCall || look.isShared ? null : <StepTools step={step} />}
      {look.canRetry && !step.isCall && step.status !== 'waiting' ? <RetryButton step={step} /> : null}
      {step.status === 'waiting' && !look.isShared ? <DecideLink nodeId={step.nodeId} /> : null}
    </Box>
  )
}

/** Leads to where it is decided; the same page that a reviewer sees. */
function DecideLink({ nodeId }: { nodeId: string }) {
  const { t } = useTranslation('executions')
  const { id } = useExecutionLook()
  const waits = useExecutionWaits(id)
  const link = waits.data?.items.find((wait) => wait.nodeId === nodeId)?.link
  if (link === undefined || link === null) return null
  return (
    <div>
      <Button size="small" variant="contained" href={link}>
        {t('decide')}
      </Button>
    </div>
  )
}

function Skipped({ step }: { step: ExecutionStep }) {
  const from = step.from ?? []
  const { t } = useTranslation('executions')
  const { labelOf } = useExecutionLook()
  return (
    <Box sx={{ ...type.body, color: color.text2 }}>
      {from.length === 0 ? t('unreached') : t('skipped', { steps: from.map(labelOf).join(', ') })}
    </Box>
  )
}

function StepFacts({ step }: { step: ExecutionStep }) {
  const look = useExecutionLook()
  const detail = useExecutionStep(look, { path: step.path, mark: `${step.status}${step.at}` })
  if (detail.error) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
  if (!detail.data) {
    return (
      <Delayed>
        <Skeleton variant="rounded" height={72} />
      </Delayed>
    )
  }
  return <Facts detail={detail.data} />
}

function Facts({ detail }: { detail: ExecutionStepDetail }) {
  const { t } = useTranslation('executions')
  const { t: chat } = useTranslation('chat')
  const { wayOf } = useExecutionLook()
  const { usage, question, decision, decidedBy, taken, state, item, status } = detail
  const nameOf = ({ kind, name, way }: NonNullable<ExecutionStepDetail['decidedBy']>) =>
    t('deciderBy', { who: name ?? t(`deciders.${kind}`), way: t(`ways.${way}`) })
  const hasState = state !== undefined && Object.keys(state).length > 0
  return (
    <>
      {usage ? (
        <Box sx={{ ...type.caption, color: color.text3 }}>
          {chat('trace.tokens', { input: usage.inputTokens, output: usage.outputTokens })}
        </Box>
      ) : null}
      {item === undefined ? null : <Labelled label={t('itemValue')} text={textOfValue(item)} />}
      {question ? <Labelled label={t('asked')} text={question.text} /> : null}
      {decision ? <Labelled label={t('decided')} text={wordsOf(decision)} /> : null}
      {decidedBy ? <Labelled label={t('decidedBy')} text={nameOf(decidedBy)} /> : null}
      {question && !decision && status === 'waiting' ? (
        <Box sx={{ ...type.body, color: color.text2 }}>{t('undecided')}</Box>
      ) : null}
      {taken ? (
        <Labelled label={t('took')} text={taken.map((output) => wayOf(detail.nodeId, output)).join(', ')} />
      ) : null}
      <Labelled label={chat('trace.input')} text={textOfValue(detail.input)} />
      {status === 'failed' || status === 'waiting' ? null : (
        <OutputText label={chat('trace.output')} text={textOfValue(detail.output)} />
      )}
      {hasState ? <Labelled label={t('flowState')} text={textOfValue(state)} /> : null}
    </>
  )
}

function RetryButton({ step }: { step: ExecutionStep }) {
  const { t } = useTranslation('executions')
  const { id } = useExecutionLook()
  const retry = useRetry(id)
  return (
    <div>
      <Button
        size="small"
        variant="outlined"
        startIcon={<IconRefresh size={16} aria-hidden />}
        onClick={() => void retry(step)}
      >
        {t('retry.action')}
      </Button>
    </div>
  )
}

function wordsOf(decision: Record<string, unknown>): string {
  const { type: kind, feedback } = decision
  return typeof feedback === 'string' && feedback !== '' ? `${String(kind)}: ${feedback}` : String(kind)
}
