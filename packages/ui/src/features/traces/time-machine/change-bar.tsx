import type { RunChanges, RunPlan } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Chip from '@mui/material/Chip'
import { IconArrowsSplit2, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { color, type } from '../../../theme/tokens.ts'
import { usePlan, useReplay } from '../api/use-recording.ts'
import { listChanges, NO_CHANGES, NOTHING_HELD, toReplay, withoutChange, type Held } from '../model/changes.ts'
import { ChangedRun } from './changed-run.tsx'
import { useTimeMachine } from './time-machine-context.ts'

/** What is changed, which calls that asks anew and what they cost; and, once it is tried, what came of it. */
export function ChangeBar({ request, isDocked = false }: { request: RunChanges; isDocked?: boolean }) {
  const { t } = useTranslation('runs')
  const machine = useTimeMachine()
  const { mutate, data, error, isPending } = useReplay(machine?.runId ?? '')
  const [held, setHeld] = useState(NOTHING_HELD)
  const tryIt = (next: Held) => {
    setHeld(next)
    mutate(toReplay(request, next))
  }
  if (!machine) return null
  const { changes, change } = machine
  return (
    <>
      {data ? <ChangedRun result={data} held={held} onHeld={tryIt} isBusy={isPending} /> : null}
      <Card
        component="section"
        aria-label={t('bar.label')}
        sx={{
          padding: 2,
          ...(!isDocked && { position: 'sticky', bottom: 16, zIndex: 5, marginTop: 2, boxShadow: color.shadowMenu }),
        }}
      >
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <Box sx={{ flex: '1 1 320px', minWidth: 0, display: 'grid', gap: 1 }}>
            <Box component="ul" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, margin: 0, padding: 0 }}>
              {listChanges(changes).map((each) => {
                const words = t(`change.${each.kind}`, { ...each })
                return (
                  <Box component="li" key={`${each.kind} ${words}`} sx={{ listStyle: 'none', maxWidth: '100%' }}>
                    <Chip
                      label={words}
                      onDelete={() => change((before) => withoutChange(before, each))}
                      deleteIcon={<IconX size={16} role="img" aria-label={t('bar.takeBack', { change: words })} />}
                    />
                  </Box>
                )
              })}
            </Box>
            <PlanWords runId={machine.runId} request={request} />
          </Box>
          <Box sx={{ display: 'flex', gap: 1 }}>
            <Button onClick={() => change(() => NO_CHANGES)}>{t('bar.discard')}</Button>
            <Button
              variant="contained"
              loading={isPending}
              startIcon={<IconArrowsSplit2 size={20} aria-hidden />}
              onClick={() => tryIt(NOTHING_HELD)}
            >
              {t('bar.try')}
            </Button>
          </Box>
        </Box>
        {error ? (
          <Box sx={{ marginTop: 1 }}>
            <ProblemNotice>{messageOf(error)}</ProblemNotice>
          </Box>
        ) : null}
      </Card>
    </>
  )
}

export function PlanWords({ runId, request }: { runId: string; request: RunChanges }) {
  const { t, i18n } = useTranslation('runs')
  const plan = usePlan(runId, request)
  const words = plan.error
    ? messageOf(plan.error)
    : plan.data
      ? wordsOf(plan.data, { t, language: i18n.language })
      : t('plan.looking')
  return (
    <Box
      aria-live="polite"
      sx={{ ...type.body, color: plan.error ? color.error : color.text2, overflowWrap: 'anywhere' }}
    >
      {words}
    </Box>
  )
}

function wordsOf(
  { calls, priceMicro: { least, most }, unpriced, isOpen }: RunPlan,
  { t, language }: { t: ReturnType<typeof useTranslation<'runs'>>['t']; language: string },
): string {
  const count = (how: RunPlan['calls'][number]['how']) => calls.filter((call) => call.how === how).length
  const labels = [...new Set(calls.flatMap(({ how, label }) => (how === 'sure' && label !== null ? [label] : [])))]
  const money = (micro: number) => formatMoney(micro, language)
  const parts = [
    ...(calls.length === 0 ? [t('plan.nothing')] : []),
    ...(count('sure') > 0 ? [t('plan.sure', { count: count('sure'), nodes: labels.join(', ') })] : []),
    ...(count('maybe') > 0 ? [t('plan.maybe', { count: count('maybe') })] : []),
    ...(count('held-back') > 0 ? [t('plan.held', { count: count('held-back') })] : []),
    ...(most > 0
      ? [
          least === most
            ? t('plan.about', { price: money(most) })
            : t('plan.between', { least: money(least), most: money(most) }),
        ]
      : []),
    ...(unpriced.length > 0 ? [t('plan.unpriced', { models: unpriced.join(', ') })] : []),
    ...(isOpen ? [t('plan.open')] : []),
  ]
  return parts.join(' · ')
}
