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
}

/** Who or what cost how much, the most first. */
export function SpendTable({ label, entries }: { label: string; entries: readonly SpendEntry[] }) {
  const { t, i18n } = useTranslation('spend')
  const figure = (value: number) => value.toLocaleString(i18n.language)
  const usedWords = useUsedWords()
  return (
    <TableCard
      label={label}
      columns={[
        { id: 'name', label },
        { id: 'calls', label: t('column.calls'), width: 112, from: 'sm' },
        { id: 'tokens', label: t('column.tokens'), width: 176, from: 'sm' },
        { id: 'cost', label: t('column.cost'), width: 128 },
      ]}
    >
      {entries.map(({ key, name, note, ...sum }) => (
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
          </TableCell>
          <TableCell sx={shownFrom('sm')}>{figure(sum.calls)}</TableCell>
          <TableCell sx={shownFrom('sm')}>
            {usedWords(sum, ({ inputTokens, outputTokens }) =>
              t('inAndOut', { input: figure(inputTokens), output: figure(outputTokens) }),
            )}
          </TableCell>
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
