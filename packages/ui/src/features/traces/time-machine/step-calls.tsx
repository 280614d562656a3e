import type { ExecutionStep, RecordedCall } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../../components/labelled-icon-button.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { useInsteadWords } from '../../../lib/use-instead-words.ts'
import { color, type } from '../../../theme/tokens.ts'
import { CallFacts } from './call-facts.tsx'
import { useTimeMachine } from './time-machine-context.ts'

/** The recorded calls of a step, to step through one by one. */
export function StepCalls({ step }: { step: ExecutionStep }) {
  const { t } = useTranslation('runs')
  const machine = useTimeMachine()
  const [at, setAt] = useState<number>()
  if (!machine?.recorded?.isKept) return null
  const calls = machine.recorded.calls.filter(({ path }) => path === step.path)
  const call = at === undefined ? undefined : calls[at]
  if (calls.length === 0) return null
  return (
    <Box
      component="section"
      aria-label={t('call.recorded')}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}
    >
      {at === undefined || !call ? (
        <div>
          <Button size="small" onClick={() => setAt(0)}>
            {t('call.show', { count: calls.length })}
          </Button>
        </div>
      ) : (
        <>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, ...type.body, color: color.text2 }}>
            <LabelledIconButton
              size="small"
              label={t('call.earlier')}
              disabled={at === 0}
              onClick={() => setAt(at - 1)}
            >
              <IconChevronLeft size={20} aria-hidden />
            </LabelledIconButton>
            <span aria-live="polite">{wordsOf(call, { t, at, count: calls.length })}</span>
            <LabelledIconButton
              size="small"
              label={t('call.later')}
              disabled={at >= calls.length - 1}
              onClick={() => setAt(at + 1)}
            >
              <IconChevronRight size={20} aria-hidden />
            </LabelledIconButton>
          </Box>
          <CallFacts key={call.seq} runId={machine.runId} call={call} />
        </>
      )}
    </Box>
  )
}

/** Which model answered in place of another in this step, where one did. */
export function InsteadInStep({ step }: { step: ExecutionStep }) {
  const insteadWords = useInsteadWords()
  const calls = useTimeMachine()?.recorded?.calls ?? []
  const words = calls.flatMap(({ path, model, insteadOf, limit }) =>
    path !== step.path || model === null || insteadOf === null
      ? []
      : [insteadWords({ model, insteadOf, ...(limit && { limit }) })],
  )
  return [...new Set(words)].map((each) => (
    <ProblemNotice key={each} tone="info">
      {each}
    </ProblemNotice>
  ))
}

function wordsOf(
  { kind, effect }: RecordedCall,
  { t, at, count }: { t: ReturnType<typeof useTranslation<'runs'>>['t']; at: number; count: number },
): string {
  return t('call.at', {
    index: at + 1,
    count,
    kind: t(`call.kind.${kind as 'model'}`),
    effect: t(`call.effect.${effect}`),
  })
}
