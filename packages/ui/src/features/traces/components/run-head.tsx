import type { ExecutionFlow, RunSummary } from '@chatwright/contract'
import { outcomeOf } from '@chatwright/core/run'
import type { RunEvent } from '@chatwright/core/run'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { IconHierarchy } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { Markdown } from '../../../components/markdown/markdown.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { formatDuration } from '../../../lib/format-duration.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { useInsteadWords } from '../../../lib/use-instead-words.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { KeepAsTestButton } from '../../../parts/keep-as-test/keep-as-test-button.tsx'
import { StatusMark } from '../../../parts/run-view/status-mark.tsx'
import { color, type } from '../../../theme/tokens.ts'
import { textOfValue } from '../../../parts/run-view/value-text.ts'
import { MachineActions } from '../time-machine/machine-actions.tsx'

/** What was asked of which flow, what it answered, and what can be done with it. */
export function RunHead({ run, flow }: { run: ToldRun; flow: ExecutionFlow | undefined }) {
  const { t } = useTranslation('executions')
  const { t: runs } = useTranslation('runs')
  const { fault } = run
  useTitle(flow?.name ?? runs('panel.title'))
  return (
    <Box component="header" sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, marginBottom: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0, flexWrap: 'wrap' }}>
        <Typography variant="h1" noWrap title={flow?.name} sx={{ flex: '1 1 200px', minWidth: 0 }}>
          {flow?.name ?? runs('panel.title')}
        </Typography>
        <Button component={Link} to={`/canvas/${run.chatflowId}`} startIcon={<IconHierarchy size={20} aria-hidden />}>
          {t('openFlow')}
        </Button>
        <KeepAsTestButton runId={run.id} flowId={run.chatflowId} />
        <MachineActions hasFailed={run.status === 'failed'} />
      </Box>
      <RunWords question={run.question} answer={run.answer} />
      <RunFigures run={run} />
      <Instead run={run} />
      {fault ? (
        <ProblemNotice>
          {textOfValue(fault['message'])} {typeof fault['hint'] === 'string' ? fault['hint'] : null}
        </ProblemNotice>
      ) : null}
    </Box>
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
      <Box tabIndex={0} role="group" aria-label={label} sx={{ maxHeight: 160, overflow: 'auto' }}>
        {children}
      </Box>
    </Box>
  )
}
