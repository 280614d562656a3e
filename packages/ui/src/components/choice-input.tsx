import MenuItem from '@mui/material/MenuItem'
import OutlinedInput from '@mui/material/OutlinedInput'
import Select from '@mui/material/Select'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

import { color } from '../theme/tokens.ts'
import { Field } from './field.tsx'

interface Choice {
  value: string
  label: string
  description?: string
}

interface ChoiceInputProps {
  label: string
  value: string
  choices: readonly Choice[]
  onChange: (value: string) => void
  help?: ReactNode
  error?: string | undefined
}

/** A labelled choice among a few. */
export function ChoiceInput({ label, value, choices, onChange, help, error }: ChoiceInputProps) {
  return (
    <Field label={label} help={help} error={error}>
      {(ids) => (
        <Select
          fullWidth
          displayEmpty
          value={value}
          onChange={(event) => onChange(event.target.value)}
          input={<OutlinedInput />}
          SelectDisplayProps={{ 'aria-labelledby': `${ids['aria-labelledby']} ${ids.id}`, id: ids.id }}
          renderValue={(chosen) => choices.find((choice) => choice.value === chosen)?.label ?? chosen}
        >
          {choices.map((choice) => (
            <MenuItem key={choice.value} value={choice.value}>
              <span>
                {choice.label}
                {choice.description === undefined ? null : (
                  <Typography variant="caption" component="span" sx={{ display: 'block', color: color.text3 }}>
                    {choice.description}
                  </Typography>
                )}
              </span>
            </MenuItem>
          ))}
        </Select>
      )}
    </Field>
  )
}
