import type { InboxItem } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'

import { LabelledIconButton } from '../../components/labelled-icon-button.tsx'
import { RowNote, shownFrom } from '../../components/table-card.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { formatDuration } from '../../lib/format-duration.ts'
import { useIsPhone } from '../../lib/use-breakpoint.ts'
import { KeepAsTestButton } from '../../parts/keep-as-test/keep-as-test-button.tsx'
import { color } from '../../theme/tokens.ts'

interface InboxRowProps {
  item: InboxItem
  onDismiss(): void
}

/** What was asked, why it is here, and the ways on. */
export function InboxRow({ item, onDismiss }: InboxRowProps) {
  const { t, i18n } = useTranslation('inbox')
  const { question, reasons, said, stores, flowId, flowName, executionId, durationMs, tokens, createdDate, runId } =
    item
  const isPhone = useIsPhone()
  const words = question === '' ? t('noWords') : question
  const label = t('open', { question: words })
  const figures = [
    reasons.includes('slow') && durationMs !== null ? formatDuration(durationMs, i18n.language) : '',
    reasons.includes('expensive') ? t('tokens', { count: tokens }) : '',
  ].filter((figure) => figure !== '')
  const why = (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}>
      {reasons.map((reason) => (
        <Chip key={reason} size="small" label={t(`reason.${reason}`)} />
      ))}
      <Typography variant="caption" sx={{ color: color.text2 }}>
        {figures.join(' · ')}
      </Typography>
      {stores.map(({ id, name }) => (
        <Link
          key={id}
          component={RouterLink}
          variant="caption"
          to={`/knowledge/${id}?${new URLSearchParams({ tab: 'bench', question })}`}
          aria-label={t('searchFor', { question: words, store: name })}
          title={name}
          sx={asked}
        >
          {t('searchIn', { store: name })}
        </Link>
      ))}
    </Box>
  )
  return (
    <TableRow>
      <TableCell sx={{ overflow: 'hidden' }}>
        <Link
          component={RouterLink}
          to={executionId === null ? `/runs/${runId}` : `/executions/${executionId}`}
          aria-label={label}
          sx={asked}
        >
          {words}
        </Link>
        {said === null ? null : (
          <Typography variant="caption" component="div" noWrap title={said} sx={{ color: color.text2 }}>
            {said}
          </Typography>
        )}
        <RowNote>
          {flowName} · <TimeAgo date={createdDate} />
        </RowNote>
        {isPhone ? why : null}
      </TableCell>
      <TableCell sx={shownFrom('sm')}>{isPhone ? null : why}</TableCell>
      <TableCell sx={shownFrom('sm')}>
        <Link component={RouterLink} to={`/canvas/${flowId}`} sx={asked}>
          {flowName}
        </Link>
      </TableCell>
      <TableCell sx={shownFrom('md')}>
        <TimeAgo date={createdDate} />
      </TableCell>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>
        <KeepAsTestButton runId={runId} flowId={flowId} question={words} />
        <LabelledIconButton label={t('dismiss', { question: words })} onClick={onDismiss}>
          <IconCheck size={20} aria-hidden />
        </LabelledIconButton>
      </TableCell>
    </TableRow>
  )
}

/** One line, however long. */
const asked = {
  display: 'block',
  maxWidth: '100%',
  overflow: 'hidden',
  textAlign: 'start',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const
