import type { Spend } from '@chatwright/contract'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'

import { visuallyHidden } from '../../../components/visually-hidden.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { color, radius, type } from '../../../theme/tokens.ts'

const HEIGHT = 160

/** What each day cost, as bars; where no price is known, what it took in tokens. */
export function SpendPlot({ days }: { days: Spend['days'] }) {
  const { t, i18n } = useTranslation('spend')
  const isMoney = days.some(({ priceMicro }) => priceMicro > 0)
  const valueOf = ({ priceMicro, inputTokens, outputTokens }: Spend['days'][number]) =>
    isMoney ? priceMicro : inputTokens + outputTokens
  const words = (value: number) =>
    isMoney ? formatMoney(value, i18n.language) : t('tokens', { tokens: value.toLocaleString(i18n.language) })
  const most = Math.max(1, ...days.map(valueOf))
  // A day of the server's, which counts in UTC: wherever the reader is, it keeps its name.
  const dayName = (day: string) =>
    new Date(`${day}T00:00:00Z`).toLocaleDateString(i18n.language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return (
    <Box component="figure" sx={{ margin: 0 }} aria-label={t('plot')}>
      <Box sx={{ ...type.caption, color: color.text3, marginBottom: 1 }}>{words(most)}</Box>
      <Box aria-hidden sx={{ display: 'flex', alignItems: 'flex-end', gap: '2px', height: HEIGHT }}>
        {days.map((day) => (
          <Box
            key={day.day}
            title={`${dayName(day.day)}: ${words(valueOf(day))}`}
            sx={{
              flex: 1,
              minWidth: 2,
              borderRadius: radius.nested,
              borderBottomLeftRadius: 0,
              borderBottomRightRadius: 0,
              backgroundColor: valueOf(day) === 0 ? color.line : color.primary,
            }}
            style={{ height: Math.max(2, (valueOf(day) / most) * HEIGHT) }}
          />
        ))}
      </Box>
      <Box
        aria-hidden
        sx={{ display: 'flex', justifyContent: 'space-between', ...type.caption, color: color.text3, marginTop: 0.5 }}
      >
        <span>{dayName(days[0]?.day ?? '')}</span>
        <span>{dayName(days.at(-1)?.day ?? '')}</span>
      </Box>
      <table style={visuallyHidden}>
        <caption>{t('plot')}</caption>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{dayName(day.day)}</th>
              <td>{words(valueOf(day))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  )
}
