import type { ReplayResult } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from 'react-i18next'

import { ChangedText } from '../../../components/changed-text.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { formatDuration } from '../../../lib/format-duration.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { color, type } from '../../../theme/tokens.ts'
import { textOfValue } from '../../../parts/run-view/value-text.ts'
import { cellKey, type Cell } from './use-bench.ts'
import type { Case } from './use-cases.ts'

interface BenchGridProps {
  cases: readonly Case[]
  variants: readonly { name: string; text: string }[]
  cells: ReadonlyMap<string, Cell>
}

/** Cases below each other, what ran and each text side by side; on a phone, each case holds its answers. */
export function BenchGrid({ cases, variants, cells }: BenchGridProps) {
  const { t } = useTranslation('runs')
  return (
    <Box
      component="ol"
      aria-label={t('bench.grid')}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', margin: 0, padding: 0 }}
    >
      {cases.map(({ id, question, answer }) => (
        <Box
          component="li"
          key={id}
          sx={{ listStyle: 'none', borderTop: `1px solid ${color.line}`, paddingBlock: 2, display: 'grid', gap: 1 }}
        >
          <Box component="h3" sx={{ ...type.strong, margin: 0, ...twoLines }} title={question}>
            {question}
          </Box>
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              gridTemplateColumns: {
                xs: 'minmax(0, 1fr)',
                md: `repeat(${variants.length + 1}, minmax(0, 1fr))`,
              },
            }}
          >
            <Answer title={t('result.before')} text={answer ?? ''} />
            {variants.map(({ name, text }) => (
              <Tried key={name} name={name} before={answer ?? ''} cell={cells.get(cellKey(text, id))} />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

function Tried({ name, before, cell }: { name: string; before: string; cell: Cell | undefined }) {
  const { t } = useTranslation('runs')
  if (!cell) return <Answer title={name} note={t('bench.untried')} />
  if ('isUnderWay' in cell) {
    return (
      <Box aria-busy>
        <Title>{name}</Title>
        <Skeleton variant="rounded" height={72} />
      </Box>
    )
  }
  if ('error' in cell) return <Answer title={name} problem={messageOf(cell.error)} />
  return <Result name={name} before={before} result={cell.result} />
}

function Result({ name, before, result }: { name: string; before: string; result: ReplayResult }) {
  const { t, i18n } = useTranslation('runs')
  const { stopped, fault, text, isSame, priceMicro, durationMs } = result
  const cost = t('result.cost', {
    price: formatMoney(priceMicro, i18n.language),
    time: formatDuration(durationMs, i18n.language),
  })
  const problem = stopped
    ? t(`bench.stopped.${stopped.why}`, { label: stopped.label ?? t('call.flow') })
    : fault
      ? textOfValue(fault['message'])
      : undefined
  return (
    <Answer
      title={name}
      text={text}
      before={before}
      note={isSame ? `${t('result.same')} · ${cost}` : cost}
      {...(problem !== undefined && { problem })}
    />
  )
}

interface AnswerProps {
  title: string
  text?: string
  /** What it is told apart from, by word. */
  before?: string
  note?: string
  problem?: string
}

function Answer({ title, text, before, note, problem }: AnswerProps) {
  const { t } = useTranslation('runs')
  return (
    <Box sx={{ minWidth: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.5, alignContent: 'start' }}>
      <Title>{note === undefined ? title : `${title} · ${note}`}</Title>
      {problem === undefined ? null : <ProblemNotice tone="warning">{problem}</ProblemNotice>}
      {text === undefined ? null : (
        <Box tabIndex={0} role="group" aria-label={title} sx={{ maxHeight: 260, overflow: 'auto' }}>
          {text === '' ? (
            problem === undefined ? (
              <Box sx={{ ...type.body, color: color.text3 }}>{t('result.nothing')}</Box>
            ) : null
          ) : (
            <ChangedText before={before} text={text} />
          )}
        </Box>
      )}
    </Box>
  )
}

function Title({ children }: { children: string }) {
  return <Box sx={{ ...type.caption, color: color.text3 }}>{children}</Box>
}

const twoLines = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const
