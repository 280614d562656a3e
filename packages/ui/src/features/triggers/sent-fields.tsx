import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { ChoiceInput } from '../../components/choice-input.tsx'
import { LabelledIconButton } from '../../components/labelled-icon-button.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { color, radius } from '../../theme/tokens.ts'
import { FIELD_PLACES, FIELD_TYPES, MOST_FIELDS, NEW_FIELD, type SentField } from './sent-field.ts'

interface SentFieldsProps {
  fields: readonly SentField[]
  isWrong: boolean
  onChange: (fields: SentField[]) => void
}

/** What a delivery must hold: one that lacks it, or holds another type, is refused by the name of the field. */
export function SentFields({ fields, isWrong, onChange }: SentFieldsProps) {
  const { t } = useTranslation('triggers')
  const id = useId()
  const change = (at: number, part: Partial<SentField>): void =>
    onChange(fields.map((field, index) => (index === at ? { ...field, ...part } : field)))
  return (
    <Box role="group" aria-labelledby={id} sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <div>
        <Typography id={id} variant="subtitle2" component="h3">
          {t('edit.fields')}
        </Typography>
        <Typography variant="body2" sx={{ color: color.text2 }}>
          {t('edit.fieldsHelp')}
        </Typography>
      </div>
      {fields.map((field, index) => (
        <Row
          // Rows are told apart by nothing but their place.
          // oxlint-disable-next-line react/no-array-index-key -- every input of a row is controlled
          key={index}
          field={field}
          number={index + 1}
          isWrong={isWrong && field.name.trim() === ''}
          onChange={(part) => change(index, part)}
          onRemove={() => onChange(fields.filter((_, at) => at !== index))}
        />
      ))}
      <Box>
        <Button
          startIcon={<IconPlus size={20} aria-hidden />}
          disabled={fields.length >= MOST_FIELDS}
          onClick={() => onChange([...fields, NEW_FIELD])}
        >
          {t('edit.addField')}
        </Button>
      </Box>
    </Box>
  )
}

interface RowProps {
  field: SentField
  number: number
  isWrong: boolean
  onChange: (part: Partial<SentField>) => void
  onRemove: () => void
}

function Row({ field, number, isWrong, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('triggers')
  return (
    <Box
      role="group"
      aria-label={t('edit.fieldNumber', { number })}
      sx={{ border: `1px solid ${color.line}`, borderRadius: radius.card, padding: 1.5, display: 'grid', gap: 1 }}
    >
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1.4fr 1fr 1fr' } }}>
        <TextInput
          label={t('edit.fieldName')}
          value={field.name}
          onChange={(name) => onChange({ name })}
          error={isWrong ? t('edit.fieldNameMissing') : undefined}
        />
        <ChoiceInput
          label={t('edit.fieldIn')}
          value={field.in}
          choices={FIELD_PLACES.map((value) => ({ value, label: t(`edit.fieldPlaces.${value}`) }))}
          onChange={(value) => onChange({ in: FIELD_PLACES.find((place) => place === value) ?? 'body' })}
        />
        {field.in === 'body' ? (
          <ChoiceInput
            label={t('edit.fieldType')}
            value={field.type}
            choices={FIELD_TYPES.map((value) => ({ value, label: t(`edit.fieldTypes.${value}`) }))}
            onChange={(value) => onChange({ type: FIELD_TYPES.find((type) => type === value) ?? 'string' })}
          />
        ) : null}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <FormControlLabel
          label={t('edit.fieldRequired')}
          control={<Checkbox checked={field.required} onChange={(_, required) => onChange({ required })} />}
        />
        <LabelledIconButton label={t('edit.removeField', { number })} onClick={onRemove}>
          <IconTrash size={20} aria-hidden />
        </LabelledIconButton>
      </Box>
    </Box>
  )
}
