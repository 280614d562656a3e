import OutlinedInput from '@mui/material/OutlinedInput'
import type { OutlinedInputProps } from '@mui/material/OutlinedInput'
import type { ReactNode, Ref } from 'react'

import { Field } from './field.tsx'

interface TextInputProps extends Omit<OutlinedInputProps, 'label' | 'error' | 'onChange' | 'value' | 'inputRef'> {
  label: string
  value: string
  onChange: (value: string) => void
  help?: ReactNode
  error?: string | undefined
  isOptional?: boolean
  aside?: ReactNode
  inputRef?: Ref<HTMLInputElement>
}

/** A labelled text field; with `rows` it takes several lines. */
export function TextInput({ label, value, onChange, help, error, isOptional, aside, ...props }: TextInputProps) {
  return (
    <Field
      label={label}
      help={help}
      error={error}
      {...(isOptional !== undefined && { isOptional })}
      {...(aside !== undefined && { aside })}
    >
      {(ids) => (
        <OutlinedInput
          fullWidth
          {...props}
          value={value}
          error={error !== undefined}
          onChange={(event) => onChange(event.target.value)}
          inputProps={{ ...ids, ...props.inputProps }}
        />
      )}
    </Field>
  )
}
