import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../../components/labelled-icon-button.tsx'
import { TextInput } from '../../../components/text-input.tsx'

interface VariantFieldProps {
  name: string
  text: string
  /** It differs from what ran. */
  isNew: boolean
  onChange: (text: string) => void
  onApply: (isPublished: boolean) => void
  onRemove?: () => void
}

/** One way to say it, with what can be done with it. */
export function VariantField({ name, text, isNew, onChange, onApply, onRemove }: VariantFieldProps) {
  const { t } = useTranslation('runs')
  return (
    <Box role="group" aria-label={name} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <TextInput
        label={name}
        {...(!isNew && { help: t('bench.unchanged') })}
        value={text}
        onChange={onChange}
        multiline
        minRows={4}
        maxRows={12}
      />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button size="small" variant="outlined" disabled={!isNew} onClick={() => onApply(false)}>
          {t('bench.apply')}
        </Button>
        <Button size="small" disabled={!isNew} onClick={() => onApply(true)}>
          {t('bench.applyPublish')}
        </Button>
        {onRemove ? (
          <LabelledIconButton size="small" label={t('bench.remove', { name })} onClick={onRemove}>
            <IconTrash size={16} aria-hidden />
          </LabelledIconButton>
        ) : null}
      </Box>
    </Box>
  )
}
