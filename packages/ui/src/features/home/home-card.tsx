import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'

import { messageOf } from '../../lib/api-error.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { color, type } from '../../theme/tokens.ts'

export interface HomeRow {
  id: string
  to: string
  title: string
  note: string
  date: string
  /** What is done with it in place. */
  action?: ReactNode
}

interface HomeCardProps {
  title: string
  /** Where all of them are listed. */
  all: { to: string; label: string }
  query: { isPending: boolean; error: unknown; refetch: () => unknown }
  children: ReactNode
}

/** One question that a home answers, with the way to the whole answer. */
export function HomeCard({ title, all, query, children }: HomeCardProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Card
      component="section"
      aria-labelledby={id}
      sx={{ padding: 2, display: 'flex', flexDirection: 'column', gap: 1 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography id={id} variant="h2" sx={{ ...type.card, marginRight: 'auto' }}>
          {title}
        </Typography>
        <Button component={RouterLink} to={all.to} size="small">
          {all.label}
        </Button>
      </Box>
      {query.isPending ? (
        <Skeleton variant="rounded" height={120} />
      ) : query.error ? (
        <ProblemNotice action={<Button onClick={() => void query.refetch()}>{t('action.retry')}</Button>}>
          {messageOf(query.error)}
        </ProblemNotice>
      ) : (
        children
      )}
    </Card>
  )
}

/** Each leads to what it is about; where there are none, a sentence says what that means. */
export function HomeRows({ rows, none }: { rows: readonly HomeRow[]; none: string }) {
  if (rows.length === 0) return <Typography sx={{ color: color.text2 }}>{none}</Typography>
  return (
    <Box component="ul" sx={{ margin: 0, padding: 0, listStyle: 'none' }}>
      {rows.map(({ id, to, title, note, date, action }) => (
        <Box component="li" key={id} sx={row}>
          <Box sx={{ minWidth: 0 }}>
            <Link component={RouterLink} to={to} sx={oneLine} title={title}>
              {title}
            </Link>
            <Typography variant="caption" component="div" noWrap sx={{ color: color.text2 }}>
              {note === '' ? null : `${note} · `}
              <TimeAgo date={date} />
            </Typography>
          </Box>
          {action}
        </Box>
      ))}
    </Box>
  )
}

const row = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: 1,
  padding: '8px 0',
  borderTop: `1px solid ${color.line}`,
} as const

const oneLine = {
  ...type.strong,
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '@media (pointer: coarse)': { lineHeight: '44px' },
} as const
