import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { IconChevronRight } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { CodeText } from '../../components/code-text.tsx'
import { formatDuration } from '../../lib/format-duration.ts'
import { color, motion, radius, type } from '../../theme/tokens.ts'

interface TimedRowProps {
  title: string
  /** Beside the title, in a quieter voice. */
  note?: string | undefined
  status: ReactNode
  isFailed: boolean
  /** When it began and how long it took, out of how much; nothing where it did not begin. */
  startMs: number | undefined
  durationMs: number | undefined
  totalMs: number
  isOpen: boolean
  onToggle: () => void
  /** Where somebody looks: the row is brought into view. */
  isChosen?: boolean
  /** What can be done with it, at the end of the row. */
  actions?: ReactNode
  children: ReactNode
}

/** By the room of the row itself: beside a canvas it is narrow in any window. */
const ROOMY = '@container (min-width: 440px)'

/** Where there is no room the icon stands alone; its word is still told. */
const statusWords = { gap: '4px', fontSize: type.strong.fontSize }

/** Something that ran: a bar where it lay in the run, and behind it what there is to know of it. */
export function TimedRow(props: TimedRowProps) {
  const { title, note, status, isFailed, startMs, durationMs, totalMs, isOpen, onToggle, children } = props
  const { isChosen = false, actions } = props
  const { i18n } = useTranslation('chat')
  const id = useId()
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <Box component="li" ref={row} sx={{ containerType: 'inline-size', borderBottom: `1px solid ${color.line}` }}>
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <ButtonBase
          aria-expanded={isOpen}
          aria-controls={id}
          aria-current={isChosen ? 'true' : undefined}
          onClick={onToggle}
          sx={{
            display: 'grid',
            gridTemplateColumns: '16px minmax(0, 1fr) auto auto',
            [ROOMY]: { gridTemplateColumns: '16px minmax(120px, 220px) auto minmax(0, 1fr) 72px' },
            gap: 1,
            flex: 1,
            minWidth: 0,
            minHeight: 44,
            padding: '4px 8px',
            borderRadius: radius.nested,
            textAlign: 'left',
            fontFamily: 'inherit',
            ...type.body,
            ...(isChosen && { backgroundColor: color.primarySoft, color: color.onPrimarySoft }),
            '&:hover': { backgroundColor: isChosen ? color.primarySoft : color.hover },
          }}
        >
          <IconChevronRight
            size={16}
            aria-hidden
            style={{ transform: isOpen ? 'rotate(90deg)' : 'none', transition: `transform ${motion.press}ms` }}
          />
          <Box
            title={title}
            sx={{ ...type.strong, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
          >
            {title}
            {note === undefined ? null : (
              <Box component="span" sx={{ ...type.caption, color: color.text3, marginLeft: 1 }}>
                {note}
              </Box>
            )}
          </Box>
          <Box sx={{ '& > span': { gap: 0, fontSize: 0 }, [ROOMY]: { minWidth: 96, '& > span': statusWords } }}>
            {status}
          </Box>
          <Box sx={{ display: 'none', [ROOMY]: { display: 'block' } }}>
            {startMs === undefined ? null : (
              <TimeBar startMs={startMs} durationMs={durationMs ?? totalMs} totalMs={totalMs} isFailed={isFailed} />
            )}
          </Box>
          <Box sx={{ textAlign: 'right', color: color.text2, fontVariantNumeric: 'tabular-nums' }}>
            {durationMs === undefined ? '' : formatDuration(durationMs, i18n.language)}
          </Box>
        </ButtonBase>
        {actions}
      </Box>
      <Box id={id} hidden={!isOpen} sx={{ padding: '4px 8px 16px 16px', [ROOMY]: { paddingLeft: '32px' } }}>
        {isOpen ? children : null}
      </Box>
    </Box>
  )
}

function TimeBar({
  startMs,
  durationMs,
  totalMs,
  isFailed,
}: Record<'startMs' | 'durationMs' | 'totalMs', number> & { isFailed: boolean }) {
  const share = (milliseconds: number) => `${totalMs === 0 ? 0 : Math.min(100, (milliseconds / totalMs) * 100)}%`
  return (
    <Box
      aria-hidden
      // What still waits takes longer than all that was done.
      sx={{
        position: 'relative',
        overflow: 'hidden',
        height: 8,
        borderRadius: radius.round,
        backgroundColor: color.sunken,
      }}
    >
      <Box
        sx={{
          position: 'absolute',
          height: '100%',
          minWidth: 4,
          borderRadius: radius.round,
          backgroundColor: isFailed ? color.error : color.primary,
        }}
        style={{ left: `min(${share(startMs)}, calc(100% - 4px))`, width: share(durationMs) }}
      />
    </Box>
  )
}

/** What went in, what came out: a text with its name above it. */
export function Labelled({ label, text }: { label: string; text: string | undefined }) {
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
