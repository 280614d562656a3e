import type { SpendSum } from '@chatwright/contract'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

import { RowNote, shownFrom, TableCard } from '../../../components/table-card.tsx'
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
      {entries.map(({ key, name, note, calls, unpricedCalls, inputTokens, outputTokens, priceMicro }) => (
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
            <RowNote>{t('tokens', { tokens: figure(inputTokens + outputTokens) })}</RowNote>
          </TableCell>
          <TableCell sx={shownFrom('sm')}>{figure(calls)}</TableCell>
          <TableCell sx={shownFrom('sm')}>
            {t('inAndOut', { input: figure(inputTokens), output: figure(outputTokens) })}
          </TableCell>
          <TableCell>
            {unpricedCalls === calls && calls > 0 ? t('noPrice') : formatMoney(priceMicro, i18n.language)}
            {unpricedCalls > 0 && unpricedCalls < calls ? ` + ${t('noPrice')}` : null}
          </TableCell>
        </TableRow>
      ))}
    </TableCard>
  )
}
