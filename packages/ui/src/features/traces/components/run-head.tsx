import type { ExecutionFlow, RunSummary } from '@chatwright/contract'
import { outcomeOf } from '@chatwright/core/run'
import type { RunEvent } from '@chatwright/core/run'
import Box from '@mui/material/Box'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

import { Markdown } from '../../../components/markdown/markdown.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { formatDuration } from '../../../lib/format-duration.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { useInsteadWords } from '../../../lib/use-instead-words.ts'
import { StatusMark } from '../../../parts/run-view/status-mark.tsx'
import { color, type } from '../../../theme/tokens.ts'
import { textOfValue } from '../../../parts/run-view/value-text.ts'
import { RunTop } from './run-top.tsx'

/** What was asked of which flow, what it answered, and what can be done with it. */
export function RunHead({ run, flow }: { run: ToldRun; flow: ExecutionFlow | undefined }) {
  const { fault } = run
  return (
    <RunTop
      title={flow?.name}
      owner={{ runId: run.id, flowId: run.chatflowId, chatId: run.chatId, hasFailed: run.status === 'failed' }}
    >
      <RunFigures run={run} />
      <RunWords question={run.question} answer={run.answer} />
      <Instead run={run} />
      {fault ? (
        <ProblemNotice>
          {textOfValue(fault['message'])} {typeof fault['hint'] === 'string' ? fault['hint'] : null}
        </ProblemNotice>
      ) : null}
    </RunTop>
  )
}

export type ToldRun = RunSummary & { events: { type: string }[] }

/** That a cheaper model answered, where one did. */
export function Instead({ run: { events } }: { run: ToldRun }) {
  const insteadWords = useInsteadWords()
  // The contract leaves the events open; their types are those of the vocabulary.
  const { instead } = useMemo(() => outcomeOf(events as readonly unknown[] as readonly RunEvent[]), [events])
  return instead ? <ProblemNotice tone="info">{insteadWords(instead)}</ProblemNotice> : null
}

/** How it went, in how long, with how many tokens. */
export function RunFigures({ run }: { run: RunSummary }) {
  const { t, i18n } = useTranslation('chat')
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, ...type.body, color: color.text2 }}
    >
      <StatusMark status={run.status} />
      {run.durationMs === null ? null : (
        <span>{t('trace.took', { time: formatDuration(run.durationMs, i18n.language) })}</span>
      )}
      {run.inputTokens + run.outputTokens > 0 ? (
        <span>{t('trace.tokens', { input: run.inputTokens, output: run.outputTokens })}</span>
      ) : null}
      {run.priceMicro === null || run.priceMicro === 0 ? null : (
        <span>{t('trace.cost', { price: formatMoney(run.priceMicro, i18n.language) })}</span>
      )}
      <TimeAgo date={run.createdDate} />
    </Box>
  )
}

/** The question as it was written, and the answer as the chat shows it. */
export function RunWords({ question, answer }: { question: string; answer: string | null }) {
  const { t } = useTranslation('chat')
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <Words label={t('trace.question')}>
        <Box sx={{ ...type.body, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{question}</Box>
      </Words>
      {answer === null || answer === '' ? null : (
        <Words label={t('trace.answer')}>
          <Markdown text={answer} />
        </Words>
      )}
    </Box>
  )
}

function Words({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <Box component="section" aria-label={label} sx={{ minWidth: 0 }}>
      <Box sx={{ ...type.caption, color: color.text3 }}>{label}</Box>
      <Box tabIndex={0} role="group" aria-label={label} sx={{ maxHeight: 320, overflow: 'auto' }}>
        {children}
      </Box>
    </Box>
  )
}
