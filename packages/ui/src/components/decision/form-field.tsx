import type { AskedQuestion } from '@chatwright/contract'

import { ChoiceInput } from '../choice-input.tsx'
import { SwitchRow } from '../switch-row.tsx'
import { TextInput } from '../text-input.tsx'

interface FormFieldProps {
  field: AskedQuestion['fields'][number]
  value: string | boolean
  error: string | undefined
  onChange: (value: string | boolean) => void
}

/** One thing to fill in with a decision, by its type. */
export function FormField({ field: { label, type, options, isRequired }, value, error, onChange }: FormFieldProps) {
  if (type === 'boolean') return <SwitchRow label={label} isOn={value === true} onChange={onChange} />
  const text = String(value)
  if (type === 'options') {
    const choices = (options ?? []).map((option) => ({ value: option, label: option }))
    return <ChoiceInput label={label} value={text} choices={choices} error={error} onChange={onChange} />
  }
  return (
    <TextInput
      label={label}
      value={text}
      error={error}
      onChange={onChange}
      isOptional={isRequired !== true}
      {...(type === 'number' && { inputMode: 'decimal' as const })}
    />
  )
}
