import { useTranslation } from 'react-i18next'

import { asText, controlClass } from '../../../../parts/parameter-form/field-props.ts'
import type { StepFieldProps } from './step-field-props.ts'

/** A time of the day, kept as `HH:mm`. */
export function TimeField(props: StepFieldProps) {
  return <MomentInput field={props} type="time" />
}

export function EndDateField(props: StepFieldProps) {
  return <MomentInput field={props} type="date" />
}

function MomentInput({ field, type }: { field: StepFieldProps; type: 'time' | 'date' }) {
  const { value, onValue, isReadOnly, isInvalid, ids } = field
  return (
    <input
      {...ids}
      type={type}
      className={controlClass({ isInvalid, place: 'form' })}
      value={asText(value).slice(0, type === 'date' ? 10 : 5)}
      readOnly={isReadOnly}
      onChange={(event) => onValue(event.target.value)}
    />
  )
}

/** Days of the week from Monday, kept as `1,3`. */
export function DayOfWeekField(props: StepFieldProps) {
  const { i18n } = useTranslation()
  const names = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' })
  // The fifth of January 2026 was a Monday.
  const days = Array.from({ length: 7 }, (_, day) => ({
    name: String(day + 1),
    label: names.format(Date.UTC(2026, 0, 5 + day)),
  }))
  return <DayChips field={props} days={days} />
}

/** Days of the month, kept as `1,15,L`; `L` is the last one. */
export function DayOfMonthField(props: StepFieldProps) {
  const { t } = useTranslation('canvas')
  const days = Array.from({ length: 31 }, (_, day) => ({ name: String(day + 1), label: String(day + 1) }))
  return <DayChips field={props} days={[...days, { name: 'L', label: t('step.lastDay') }]} />
}

function DayChips({ field, days }: { field: StepFieldProps; days: readonly { name: string; label: string }[] }) {
  const { value, onValue, isReadOnly, ids } = field
  const chosen = asText(value)
    .split(',')
    .map((day) => day.trim())
    .filter((day) => day !== '')
  const toggle = (name: string) => {
    const wanted = new Set(chosen.includes(name) ? chosen.filter((day) => day !== name) : [...chosen, name])
    onValue(
      days
        .filter((day) => wanted.has(day.name))
        .map((day) => day.name)
        .join(','),
    )
  }
  return (
    <div className="cw-days" role="group" aria-labelledby={ids['aria-labelledby']}>
      {days.map(({ name, label }, index) => (
        <button
          key={name}
          type="button"
          {...(index === 0 && { id: ids.id })}
          className="cw-day"
          aria-pressed={chosen.includes(name)}
          disabled={isReadOnly}
          onClick={() => toggle(name)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
