import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { RunSummary } from '@chatwright/contract'
import { useTranslation } from 'react-i18next'

import { TimeAgo } from '../../../components/time-ago.tsx'
import { formatDuration } from '../../../lib/format-duration.ts'
import { color, type } from '../../../theme/tokens.ts'
import { buildTimeline } from '../model/timeline.ts'
import { CallRow } from './call-row.tsx'
import { StatusMark } from './status-mark.tsx'

interface RunViewProps {
  run: RunSummary & { events: { type: string }[] }
  onJumpToNode: ((nodeId: string) => void) | undefined
}

export function RunView({ run, onJumpToNode }: RunViewProps) {
  const { t, i18n } = useTranslation('chat')
  const timeline = buildTimeline(run.events, run.durationMs)
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
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
        <TimeAgo date={run.createdDate} />
      </Box>
      <Quoted label={t('trace.question')} text={run.question} />
      <Box component="section" sx={{ minWidth: 0 }}>
        <Typography variant="subtitle2" component="h3" sx={{ marginBottom: 1 }}>
          {t('trace.nodes')}
        </Typography>
        {timeline.calls.length === 0 ? (
          <Typography sx={{ color: color.text2 }}>{t('trace.noNodes')}</Typography>
        ) : (
          <Box component="ol" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {timeline.calls.map((nodeCall) => (
              <CallRow key={nodeCall.callId} call={nodeCall} totalMs={timeline.totalMs} onJumpToNode={onJumpToNode} />
            ))}
          </Box>
        )}
      </Box>
      {run.answer ? <Quoted label={t('trace.answer')} text={run.answer} /> : null}
    </Box>
  )
}

function Quoted({ label, text }: { label: string; text: string }) {
  return (
    <Box component="section">
      <Typography variant="subtitle2" component="h3">
        {label}
      </Typography>
      <Box
        sx={{
          ...type.body,
          color: color.text2,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          maxHeight: 200,
          overflowY: 'auto',
        }}
      >
        {text}
      </Box>
    </Box>
  )
}
