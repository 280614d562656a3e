import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import { IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { CodeText } from '../../../components/code-text.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { formatDuration } from '../../../lib/format-duration.ts'
import { color, motion, radius, type } from '../../../theme/tokens.ts'
import type { NodeCall } from '../model/timeline.ts'
import { StatusMark } from './status-mark.tsx'

interface CallRowProps {
  call: NodeCall
  totalMs: number
  onJumpToNode: ((nodeId: string) => void) | undefined
}

/** One call: a bar where it lay in the run, and behind it what went in and came out. */
export function CallRow({ call, totalMs, onJumpToNode }: CallRowProps) {
  const { i18n } = useTranslation('chat')
  const [isOpen, setIsOpen] = useState(call.status === 'failed')
  const id = useId()
  return (
    <Box component="li" sx={{ borderBottom: `1px solid ${color.line}` }}>
      <ButtonBase
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        sx={{
          display: 'grid',
          gridTemplateColumns: {
            xs: '16px minmax(0, 1fr) auto 72px',
            sm: '16px minmax(120px, 220px) 96px minmax(0, 1fr) 72px',
          },
          gap: 1,
          width: '100%',
          minHeight: 44,
          padding: '4px 8px',
          borderRadius: radius.nested,
          textAlign: 'left',
          fontFamily: 'inherit',
          ...type.body,
          '&:hover': { backgroundColor: color.hover },
        }}
      >
        <IconChevronRight
          size={16}
          aria-hidden
          style={{ transform: isOpen ? 'rotate(90deg)' : 'none', transition: `transform ${motion.press}ms` }}
        />
        <Box sx={{ ...type.strong, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {call.label}
        </Box>
        <StatusMark status={call.status} />
        <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
          <TimeBar call={call} totalMs={totalMs} />
        </Box>
        <Box sx={{ textAlign: 'right', color: color.text2, fontVariantNumeric: 'tabular-nums' }}>
          {call.durationMs === undefined ? '' : formatDuration(call.durationMs, i18n.language)}
        </Box>
      </ButtonBase>
      <Box id={id} hidden={!isOpen} sx={{ padding: '4px 8px 16px 32px' }}>
        {isOpen ? <CallDetails call={call} onJumpToNode={onJumpToNode} /> : null}
      </Box>
    </Box>
  )
}

function TimeBar({ call, totalMs }: { call: NodeCall; totalMs: number }) {
  const share = (milliseconds: number) => `${totalMs === 0 ? 0 : Math.min(100, (milliseconds / totalMs) * 100)}%`
  return (
    <Box
      aria-hidden
      sx={{ position: 'relative', height: 8, borderRadius: radius.round, backgroundColor: color.sunken }}
    >
      <Box
        sx={{
          position: 'absolute',
          height: '100%',
          minWidth: 4,
          borderRadius: radius.round,
          backgroundColor: call.status === 'failed' ? color.error : color.primary,
        }}
        style={{ left: `min(${share(call.startMs)}, calc(100% - 4px))`, width: share(call.durationMs ?? totalMs) }}
      />
    </Box>
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

function Labelled({ label, text }: { label: string; text: string | undefined }) {
  const { t } = useTranslation('chat')
  return (
    <div>
      <Box sx={{ ...type.caption, color: color.text3, marginBottom: 0.5 }}>{label}</Box>
      {text === undefined || text === '' ? (
        <Box sx={{ ...type.small, color: color.text3 }}>{t('trace.nothing')}</Box>
      ) : (
        <CodeText text={text} />
      )}
    </div>
  )
}
