import type { SpendSum } from '@chatwright/contract'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

import { RowNote, shownFrom, TableCard } from '../../../components/table-card.tsx'
import { useUsedWords } from './use-used-words.ts'
import { formatMoney } from '../../../lib/format-money.ts'

export interface SpendEntry extends SpendSum {
  key: string
  name: string
  note?: string
  /** What half of its calls, and 19 of 20, cost at most; null where none has been counted. */
  medianMicro?: number | null
  p95Micro?: number | null
}

/** Who or what cost how much, the most first. */
export function SpendTable({
  label,
  entries,
  tellsCalls = false,
}: {
  label: string
  entries: readonly SpendEntry[]
  /** Whether it tells what a single call costs. */
  tellsCalls?: boolean
}) {
  const { t, i18n } = useTranslation('spend')
  const figure = (value: number) => value.toLocaleString(i18n.language)
  const usedWords = useUsedWords()
  const money = (micro: number | null | undefined) =>
    micro === null || micro === undefined ? undefined : formatMoney(micro, i18n.language)
  return (
    <TableCard
      label={label}
      columns={[
        { id: 'name', label },
        { id: 'calls', label: t('column.calls'), width: 112, from: 'sm' },
        { id: 'tokens', label: t('column.tokens'), width: 176, from: 'sm' },
        ...(tellsCalls
          ? ([
              { id: 'median', label: t('column.median'), width: 128, from: 'lg' },
              { id: 'p95', label: t('column.p95'), width: 128, from: 'lg' },
            ] as const)
          : []),
        { id: 'cost', label: t('column.cost'), width: 128 },
      ]}
    >
      {entries.map(({ key, name, note, medianMicro, p95Micro, ...sum }) => (
        <TableRow key={key}>
          <TableCell component="th" scope="row">
            <Typography variant="subtitle2" component="div" noWrap title={name}>
              {name}
            </Typography>
            {note === undefined ? null : (
              <Typography variant="caption" component="div" noWrap title={note}>
                {note}
              </Typography>
            )}
            <RowNote>{usedWords(sum)}</RowNote>
            {tellsCalls && typeof medianMicro === 'number' ? (
              <Typography variant="caption" component="div" sx={{ display: { lg: 'none' } }}>
                {t('ofACall', { median: money(medianMicro), p95: money(p95Micro) })}
              </Typography>
            ) : null}
          </TableCell>
          <TableCell sx={shownFrom('sm')}>{figure(sum.calls)}</TableCell>
          <TableCell sx={shownFrom('sm')}>
            {usedWords(sum, ({ inputTokens, outputTokens }) =>
              t('inAndOut', { input: figure(inputTokens), output: figure(outputTokens) }),
            )}
          </TableCell>
          {tellsCalls ? (
            <>
              <TableCell sx={shownFrom('lg')}>{money(medianMicro)}</TableCell>
              <TableCell sx={shownFrom('lg')}>
                {typeof p95Micro === 'number' ? t('upTo', { price: money(p95Micro) }) : null}
              </TableCell>
            </>
          ) : null}
          <TableCell>
            {sum.unpricedCalls === sum.calls && sum.calls > 0
              ? t('noPrice')
              : formatMoney(sum.priceMicro, i18n.language)}
            {sum.unpricedCalls > 0 && sum.unpricedCalls < sum.calls ? ` + ${t('noPrice')}` : null}
          </TableCell>
        </TableRow>
      ))}
    </TableCard>
  )
}
