import type { ExecutionStep } from '@chatwright/contract'
import Box from '@mui/material/Box'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../components/labelled-icon-button.tsx'
import { color, type } from '../../theme/tokens.ts'
import { passOf, type StepBranch } from './step-tree.ts'
import { StatusMark } from './status-mark.tsx'
import { useRunLook } from './run-look.ts'
import { TimedRow } from './timed-row.tsx'

/** One execution of a step; a container has the steps of its items behind it, one item at a time. */
export function StepRow({ branch }: { branch: StepBranch }) {
  const { t } = useTranslation('executions')
  const { began, totalMs, opened, toggle, chosen, Details, Actions } = useRunLook()
  const { step, calls } = branch
  const pass = passOf(step)
  return (
    <TimedRow
      title={step.label}
      note={noteOf(step, { pass, t })}
      status={<StatusMark status={step.status} />}
      isFailed={step.status === 'failed'}
      startMs={step.at === 0 ? undefined : step.at - began}
      durationMs={step.durationMs}
      totalMs={totalMs}
      isOpen={opened.has(step.path)}
      onToggle={() => toggle(step.path)}
      isChosen={chosen === step.path}
      actions={Actions ? <Actions step={step} /> : null}
    >
      <Details step={step} />
      {branch.items.length > 0 ? <Items branch={branch} /> : null}
      {calls.length > 0 ? <Calls calls={calls} /> : null}
    </TimedRow>
  )
}

function noteOf(
  { attempt }: ExecutionStep,
  { pass, t }: { pass: number; t: (key: 'pass' | 'attempt', values: { count: number }) => string },
): string | undefined {
  const parts = [
    ...(pass > 0 ? [t('pass', { count: pass + 1 })] : []),
    ...(attempt !== undefined && attempt > 1 ? [t('attempt', { count: attempt })] : []),
  ]
  return parts.length === 0 ? undefined : parts.join(' · ')
}

/** The items of a container, to page through. */
function Items({ branch: { step, items } }: { branch: StepBranch }) {
  const { t } = useTranslation('executions')
  const { itemShown, showItem } = useRunLook()
  const shown = itemShown(step.path) ?? items[0]?.index ?? 0
  const at = Math.max(
    0,
    items.findIndex(({ index }) => index === shown),
  )
  const item = items[at]
  const failed = items.filter(({ steps }) => steps.some(({ step: inner }) => inner.status === 'failed')).length
  const go = (by: number) => showItem(step.path, items[at + by]?.index ?? shown)
  return (
    <Box sx={{ marginTop: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, ...type.body, color: color.text2 }}>
        <LabelledIconButton size="small" label={t('itemEarlier')} disabled={at === 0} onClick={() => go(-1)}>
          <IconChevronLeft size={20} aria-hidden />
        </LabelledIconButton>
        <span aria-live="polite">{t('item', { index: at + 1, count: items.length })}</span>
        <LabelledIconButton size="small" label={t('itemLater')} disabled={at >= items.length - 1} onClick={() => go(1)}>
          <IconChevronRight size={20} aria-hidden />
        </LabelledIconButton>
        {failed > 0 ? (
          <Box component="span" sx={{ color: color.error }}>
            {t('itemFailed', { count: failed })}
          </Box>
        ) : null}
      </Box>
      <Box component="ol" sx={plainList}>
        {(item?.steps ?? []).map((inner) => (
          <StepRow key={inner.step.path} branch={inner} />
        ))}
      </Box>
    </Box>
  )
}

/** What a step called on its way: models and tools. */
function Calls({ calls }: { calls: readonly StepBranch[] }) {
  const { t } = useTranslation('executions')
  return (
    <Box component="section" sx={{ marginTop: 2 }}>
      <Box sx={{ ...type.caption, color: color.text3 }}>{t('calls')}</Box>
      <Box component="ol" sx={plainList}>
        {calls.map((call) => (
          <StepRow key={call.step.path} branch={call} />
        ))}
      </Box>
    </Box>
  )
}

export const plainList = { listStyle: 'none', margin: 0, padding: 0 }
