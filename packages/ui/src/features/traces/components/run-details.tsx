import type { ExecutionStep } from '@chatwright/contract'
import Box from '@mui/material/Box'
import { createContext, use } from 'react'
import { useTranslation } from 'react-i18next'

import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { useInsteadWords } from '../../../lib/use-instead-words.ts'
import { Labelled } from '../../../parts/run-view/timed-row.tsx'
import type { StepFacts } from '../../../parts/run-view/trace-steps.ts'
import { color, type } from '../../../theme/tokens.ts'
import { textOfValue } from '../../../parts/run-view/value-text.ts'
import { OutputText } from './output-text.tsx'
import { useShownAbove } from './shown-above.ts'
import { StepCalls } from '../time-machine/step-calls.tsx'
import { StepTools } from '../time-machine/step-tools.tsx'

/** What went into steps and came out of them, by their paths. */
export const FactsContext = createContext<ReadonlyMap<string, StepFacts>>(new Map())

/** What a node was given and what came of it, out of the run's own events. */
export function RunDetails({ step }: { step: ExecutionStep }) {
  const { t } = useTranslation('chat')
  const { input, output, instead } = use(FactsContext).get(step.path) ?? {}
  const insteadWords = useInsteadWords()
  const { fault, usage, status } = step
  const { isFault } = useShownAbove()
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      {fault && !isFault(fault.message) ? (
        <ProblemNotice>
          {fault.message} {typeof fault['hint'] === 'string' ? fault['hint'] : null}
        </ProblemNotice>
      ) : null}
      {instead ? <ProblemNotice tone="info">{insteadWords(instead)}</ProblemNotice> : null}
      {usage ? (
        <Box sx={{ ...type.caption, color: color.text3 }}>
          {t('trace.tokens', { input: usage.inputTokens, output: usage.outputTokens })}
        </Box>
      ) : null}
      <Labelled label={t('trace.input')} text={textOfValue(input)} />
      {status === 'failed' ? null : <OutputText label={t('trace.output')} text={textOfValue(output)} />}
      <StepCalls step={step} />
      <StepTools step={step} />
    </Box>
  )
}
