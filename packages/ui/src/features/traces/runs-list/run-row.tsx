import type { FoundRun } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Link from '@mui/material/Link'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { IconCheck, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { memo, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'

import { LabelledIconButton } from '../../../components/labelled-icon-button.tsx'
import { RowNote, shownFrom } from '../../../components/table-card.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { formatDuration } from '../../../lib/format-duration.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { useIsPhone } from '../../../lib/use-breakpoint.ts'
import { KeepAsTestButton } from '../../../parts/keep-as-test/keep-as-test-button.tsx'
import { StatusMark } from '../../../parts/run-view/status-mark.tsx'
import { color, type } from '../../../theme/tokens.ts'

interface RunRowProps {
  run: FoundRun
  isChosen: boolean
  /** The keys act on it. */
  isActive: boolean
  canDismiss: boolean
  onToggle: (id: string) => void
  onActivate: (id: string) => void
  onDismiss: (id: string) => void
}

/** What was asked and what came of it, how it went, and what it took. */
export const RunRow = memo(function RunRow(props: RunRowProps) {
  const { run, isChosen, isActive, canDismiss, onToggle, onActivate, onDismiss } = props
  const { t, i18n } = useTranslation('runs-list')
  const isPhone = useIsPhone()
  const link = useRef<HTMLAnchorElement>(null)
  const { id, question, flowName, flowVersion, isDraft, status, source, createdDate, durationMs, priceMicro } = run
  const name = question.trim() === '' ? t('noWords') : question
  const flow = `${flowName === '' ? t('unnamed') : flowName} · ${isDraft ? t('draft') : t('version', { version: flowVersion })}`
  useEffect(() => {
    if (isActive) link.current?.focus()
  }, [isActive])
  return (
    <TableRow hover selected={isChosen || isActive}>
      <TableCell padding="checkbox">
        <Checkbox
          checked={isChosen}
          onChange={() => onToggle(id)}
          slotProps={{ input: { 'aria-label': t('choose', { name }) } }}
        />
      </TableCell>
      <TableCell component="th" scope="row" sx={{ fontWeight: 400 }}>
        <Link
          ref={link}
          component={RouterLink}
          to={`/runs/${id}`}
          variant="subtitle2"
          color="textPrimary"
          noWrap
          title={name}
          onFocus={() => onActivate(id)}
          sx={{ display: 'block' }}
        >
          {name}
        </Link>
        <Outcome run={run} />
        {isPhone ? <StatusMark status={status} /> : null}
        <RowNote>
          {flow} · <TimeAgo date={createdDate} />
        </RowNote>
      </TableCell>
      <TableCell sx={shownFrom('sm')}>
        <StatusMark status={status} />
        <Rating run={run} />
      </TableCell>
      <TableCell sx={{ ...shownFrom('md'), ...oneLine }} title={flow}>
        <Link component={RouterLink} to={`/canvas/${run.flowId}`} color="textPrimary">
          {flowName === '' ? t('unnamed') : flowName}
        </Link>
        <Box sx={{ ...type.caption, color: color.text3 }}>
          {[isDraft ? t('draft') : t('version', { version: flowVersion }), source ? t(`source.${source}`) : ''].join(
            ' · ',
          )}
        </Box>
      </TableCell>
      <TableCell sx={{ ...shownFrom('md'), color: color.text2 }}>
        <TimeAgo date={createdDate} />
        <Box sx={{ ...type.caption, color: color.text3 }}>
          {durationMs === null ? '' : formatDuration(durationMs, i18n.language)}
        </Box>
      </TableCell>
      <TableCell sx={{ ...shownFrom('lg'), ...figures }}>
        {(run.inputTokens + run.outputTokens).toLocaleString(i18n.language)}
        <Box sx={{ ...type.caption, color: color.text3 }}>
          {priceMicro ? formatMoney(priceMicro, i18n.language) : ''}
        </Box>
      </TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap', paddingInline: 1 }}>
        <KeepAsTestButton runId={id} flowId={run.flowId} question={name} />
        {canDismiss ? (
          <LabelledIconButton label={t('dismiss', { name })} onClick={() => onDismiss(id)}>
            <IconCheck size={20} aria-hidden />
          </LabelledIconButton>
        ) : null}
      </TableCell>
    </TableRow>
  )
})

/** The answer, or why there is none, on a line. */
function Outcome({ run: { fault, answer, comment, stores, question } }: { run: FoundRun }) {
  const { t } = useTranslation('runs-list')
  const words = fault?.message ?? answer.replaceAll(/\s+/gu, ' ').trim()
  return (
    <>
      {words === '' ? null : (
        <Box title={words} sx={{ ...type.small, ...oneLine, color: fault ? color.error : color.text2 }}>
          {words}
        </Box>
      )}
      {comment === null || comment === '' ? null : (
        <Box title={comment} sx={{ ...type.small, ...oneLine, color: color.text2 }}>
          {t('comment', { comment })}
        </Box>
      )}
      {stores.map(({ id, name }) => (
        <Link
          key={id}
          component={RouterLink}
          variant="caption"
          to={`/knowledge/${id}?${new URLSearchParams({ tab: 'bench', question })}`}
          aria-label={t('searchFor', { question, store: name })}
          sx={{ ...oneLine, display: 'block' }}
        >
          {t('searchIn', { store: name })}
        </Link>
      ))}
    </>
  )
}

function Rating({ run: { rating } }: { run: FoundRun }) {
  const { t } = useTranslation('runs-list')
  if (rating === null) return null
  const Icon = rating === 'up' ? IconThumbUp : IconThumbDown
  return (
    <Box sx={{ display: 'flex', color: rating === 'up' ? color.success : color.error }}>
      <Icon size={16} role="img" aria-label={t(`rating.${rating}`)} />
    </Box>
  )
}

const figures = { color: color.text2, fontVariantNumeric: 'tabular-nums' }
const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
