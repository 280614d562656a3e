import { useTranslation } from 'react-i18next'

import { ChoiceInput } from '../../components/choice-input.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { clockOf, cronOf, EVERY, readRhythm, withClock, withEvery, type Every, type Rhythm } from './rhythm.ts'

interface RhythmFieldsProps {
  every: Every
  cron: string
  onChange: (part: { every?: Every; cron?: string }) => void
}

/** How often it runs: picked, or written as a cron expression. */
export function RhythmFields({ every, cron, onChange }: RhythmFieldsProps) {
  const { t } = useTranslation('triggers')
  const pick = (value: string): void => {
    const picked = EVERY.find((each) => each === value) ?? 'cron'
    onChange(picked === 'cron' ? { every: picked } : { every: picked, cron: withEvery(cron, picked) })
  }
  const rhythm = every === 'cron' ? undefined : readRhythm(cron)
  return (
    <>
      <ChoiceInput
        label={t('rhythm.every')}
        value={every}
        choices={EVERY.map((value) => ({ value, label: t(`rhythm.choices.${value}`) }))}
        onChange={pick}
      />
      {rhythm ? (
        <PickedFields rhythm={rhythm} onChange={(changed) => onChange({ cron: cronOf(changed) })} />
      ) : (
        <TextInput
          label={t('edit.cron')}
          help={t('edit.cronHelp')}
          value={cron}
          onChange={(written) => onChange({ cron: written })}
        />
      )}
    </>
  )
}

function PickedFields({ rhythm, onChange }: { rhythm: Rhythm; onChange: (rhythm: Rhythm) => void }) {
  const { t, i18n } = useTranslation('triggers')
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => ({ value: String(from + index), label: String(from + index) }))
  if (rhythm.every === 'hour') {
    return (
      <ChoiceInput
        label={t('rhythm.minute')}
        value={String(rhythm.minute)}
        choices={numbers(0, 59)}
        onChange={(minute) => onChange({ ...rhythm, minute: Number(minute) })}
      />
    )
  }
  return (
    <>
      {rhythm.every === 'week' ? (
        <ChoiceInput
          label={t('rhythm.weekday')}
          value={String(rhythm.weekday)}
          choices={weekdays(i18n.language)}
          onChange={(weekday) => onChange({ ...rhythm, weekday: Number(weekday) })}
        />
      ) : null}
      {rhythm.every === 'month' ? (
        <ChoiceInput
          label={t('rhythm.day')}
          help={rhythm.day > 28 ? t('rhythm.dayHelp') : undefined}
          value={String(rhythm.day)}
          choices={numbers(1, 31)}
          onChange={(day) => onChange({ ...rhythm, day: Number(day) })}
        />
      ) : null}
      <TextInput
        label={t('rhythm.time')}
        type="time"
        value={clockOf(rhythm)}
        onChange={(clock) => onChange(withClock(rhythm, clock))}
      />
    </>
  )
}

const MONDAY = 5
/** Monday first. */
function weekdays(language: string): { value: string; label: string }[] {
  const name = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, index) => {
    const day = new Date(Date.UTC(2026, 0, MONDAY + index))
    return { value: String(day.getUTCDay()), label: name.format(day) }
  })
}
