import Box from '@mui/material/Box'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useTranslation } from 'react-i18next'

import { Field } from '../../../../components/field.tsx'
import { color, radius } from '../../../../theme/tokens.ts'

interface ColourInputProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** A colour to pick or to type; empty means as the theme has it. */
export function ColourInput({ label, value, onChange }: ColourInputProps) {
  const { t } = useTranslation('share')
  return (
    <Field label={label}>
      {(ids) => (
        <OutlinedInput
          fullWidth
          value={value}
          placeholder={t('look.byTheme')}
          onChange={(event) => onChange(event.target.value)}
          inputProps={{ ...ids, spellCheck: false }}
          startAdornment={
            <Box
              component="input"
              type="color"
              aria-label={t('look.pick', { label })}
              value={/^#[\da-f]{6}$/i.test(value) ? value : '#ffffff'}
              onChange={(event: React.ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
              sx={{
                appearance: 'none',
                flexShrink: 0,
                marginRight: 1,
                width: 24,
                height: 24,
                padding: 0,
                border: `1px solid ${color.control}`,
                borderRadius: radius.nested,
                backgroundColor: 'transparent',
                cursor: 'pointer',
                '&::-webkit-color-swatch-wrapper': { padding: 0 },
                '&::-webkit-color-swatch': { border: 0, borderRadius: '6px', opacity: value === '' ? 0 : 1 },
                // Nothing chosen: neither white nor black, but the theme's.
                ...(value === '' && { borderStyle: 'dashed' }),
              }}
            />
          }
        />
      )}
    </Field>
  )
}
