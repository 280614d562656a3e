import type { AskingForMore, SpendLimit } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../../components/labelled-icon-button.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { useConfirm } from '../../../state/confirm.ts'
import { notify } from '../../../state/notifications.ts'
import { color, type } from '../../../theme/tokens.ts'
import { useAllowMore, useDeleteLimit } from '../api/use-spend.ts'

/** The limits with what is used of each. */
export function LimitList({ limits }: { limits: readonly SpendLimit[] }) {
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 1, margin: 0, padding: 0 }}>
      {limits.map((limit) => (
        <LimitRow key={limit.id} limit={limit} />
      ))}
    </Box>
  )
}

function LimitRow({ limit }: { limit: SpendLimit }) {
  const { t, i18n } = useTranslation(['spend', 'common'])
  const confirm = useConfirm()
  const remove = useDeleteLimit()
  const { id, scope, subject, name, period, unit, amount, used, atLimit, cheaperModel, asking, unfit } = limit
  const words = (value: number) =>
    unit === 'micro' ? formatMoney(value, i18n.language) : t('tokens', { tokens: value.toLocaleString(i18n.language) })
  const who = subject === null ? t(`scope.${scope}`) : (name ?? t('gone'))
  const title = t('limit.words', { who, amount: words(amount), period: t(`per.${period}`) })
  const ask = async () => {
    const isSure = await confirm({
      title: t('limit.deleteTitle'),
      description: title,
      confirmButtonName: t('common:action.delete'),
      cancelButtonName: t('common:action.cancel'),
      isDestructive: true,
    })
    if (isSure) remove.mutate(id, { onError: (error) => notify(messageOf(error), { tone: 'error' }) })
  }
  const share = Math.min(100, (used / amount) * 100)
  return (
    <Card
      component="li"
      sx={{ listStyle: 'none', padding: '8px 8px 8px 16px', display: 'flex', alignItems: 'center', gap: 2 }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ ...type.strong, overflowWrap: 'anywhere' }}>{title}</Box>
        <LinearProgress
          variant="determinate"
          value={share}
          color={share >= 100 ? 'error' : 'primary'}
          aria-label={t('limit.used', { used: words(used) })}
          sx={{ marginY: 0.5 }}
        />
        <Box sx={{ ...type.caption, color: color.text3 }}>
          {t('limit.used', { used: words(used) })} · {t(`afterwards.${atLimit}`, { model: cheaperModel })}
        </Box>
        {unfit.length > 0 ? (
          <Box sx={{ ...type.caption, color: color.warning, overflowWrap: 'anywhere' }}>
            {t('limit.unfit', { model: cheaperModel, flows: unfit.map(({ name }) => name).join(', ') })}
          </Box>
        ) : null}
        {asking.map((each) => (
          <AskingRow
            key={`${each.subject} ${each.period}`}
            limitId={id}
            asking={each}
            who={each.name ?? each.subject.split('/').at(-1) ?? ''}
            words={words}
          />
        ))}
      </Box>
      <LabelledIconButton label={t('limit.delete', { limit: title })} onClick={() => void ask()}>
        <IconTrash size={20} aria-hidden />
      </LabelledIconButton>
    </Card>
  )
}

/** Somebody who is at the limit, and could not wait for a word. */
function AskingRow({
  limitId,
  asking,
  who,
  words,
}: {
  limitId: string
  asking: AskingForMore
  who: string
  words: (value: number) => string
}) {
  const { t } = useTranslation('spend')
  const allow = useAllowMore(limitId)
  const more = words(asking.wanted)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, marginTop: 0.5 }}>
      <Box sx={{ ...type.body, overflowWrap: 'anywhere' }}>
        {who === '' ? t('limit.reached') : t('limit.reachedBy', { who })}
      </Box>
      <Button
        size="small"
        variant="outlined"
        disabled={allow.isPending}
        onClick={() => allow.mutate(asking, { onError: (error) => notify(messageOf(error), { tone: 'error' }) })}
      >
        {t('limit.allow', { more })}
      </Button>
    </Box>
  )
}
