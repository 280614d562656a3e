import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { color } from '../theme/tokens.ts'
import { LabelledIconButton } from './labelled-icon-button.tsx'

interface SearchFieldProps {
  value: string
  label: string
  onChange: (value: string) => void
  autoFocus?: boolean
  fullWidth?: boolean
  /** Makes it the field of a list of choices: the caret stays here while the choice moves there. */
  list?: { id: string; activeId: string | undefined }
}

export function SearchField({ value, label, onChange, autoFocus = false, fullWidth = false, list }: SearchFieldProps) {
  const { t } = useTranslation()
  return (
    <OutlinedInput
      type="search"
      value={value}
      autoFocus={autoFocus}
      placeholder={label}
      inputProps={{
        'aria-label': label,
        ...(list && {
          role: 'combobox',
          'aria-expanded': true,
          'aria-controls': list.id,
          'aria-activedescendant': list.activeId,
        }),
      }}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && value !== '') {
          event.stopPropagation()
          onChange('')
        }
      }}
      startAdornment={
        <InputAdornment position="start">
          <IconSearch size={20} color={color.text2} aria-hidden />
        </InputAdornment>
      }
      endAdornment={
        value === '' ? null : (
          <LabelledIconButton label={t('action.clearSearch')} size="small" edge="end" onClick={() => onChange('')}>
            <IconX size={16} aria-hidden />
          </LabelledIconButton>
        )
      }
      sx={{
        width: fullWidth ? '100%' : { xs: '100%', sm: 280 },
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
    />
  )
}
