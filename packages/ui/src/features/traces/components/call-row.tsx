import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { color, type } from '../../../theme/tokens.ts'
import type { NodeCall } from '../model/timeline.ts'
import { StatusMark } from './status-mark.tsx'
import { Labelled, TimedRow } from './timed-row.tsx'

interface CallRowProps {
  call: NodeCall
  totalMs: number
  onJumpToNode: ((nodeId: string) => void) | undefined
}

/** One call of a node, with what went in and came out behind it. */
export function CallRow({ call, totalMs, onJumpToNode }: CallRowProps) {
  const [isOpen, setIsOpen] = useState(call.status === 'failed')
  return (
    <TimedRow
      title={call.label}
      status={<StatusMark status={call.status} />}
      isFailed={call.status === 'failed'}
      startMs={call.startMs}
      durationMs={call.durationMs}
      totalMs={totalMs}
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
    >
      <CallDetails call={call} onJumpToNode={onJumpToNode} />
    </TimedRow>
  )
}

function CallDetails({ call, onJumpToNode }: Pick<CallRowProps, 'call' | 'onJumpToNode'>) {
  const { t } = useTranslation('chat')
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      {call.fault ? (
        <ProblemNotice>
          {call.fault.message} {call.fault.hint}
        </ProblemNotice>
      ) : null}
      {call.usage ? (
        <Box sx={{ ...type.caption, color: color.text3 }}>
          {t('trace.tokens', { input: call.usage.inputTokens, output: call.usage.outputTokens })}
        </Box>
      ) : null}
      <Labelled label={t('trace.input')} text={call.input} />
      {call.status === 'failed' ? null : <Labelled label={t('trace.output')} text={call.output} />}
      {onJumpToNode ? (
        <div>
          <Button size="small" variant="outlined" onClick={() => onJumpToNode(call.nodeId)}>
            {t('trace.jump')}
          </Button>
        </div>
      ) : null}
    </Box>
  )
}
