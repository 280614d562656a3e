import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormHelperText from '@mui/material/FormHelperText'
import MenuItem from '@mui/material/MenuItem'
import OutlinedInput from '@mui/material/OutlinedInput'
import Select from '@mui/material/Select'
import Typography from '@mui/material/Typography'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { color, type } from '../../theme/tokens.ts'
import { LabelledIconButton } from '../labelled-icon-button.tsx'
import { newRow, TYPES } from './tool-draft.ts'
import type { SchemaRow } from './tool-draft.ts'

interface SchemaGridProps {
  rows: readonly SchemaRow[]
  onChange: (rows: SchemaRow[]) => void
  error: string | undefined
}

const COLUMNS = { xs: '1fr 104px auto auto', sm: '1fr 112px 1.4fr 72px 36px' }

/** The inputs of a tool as an editable grid. */
export function SchemaGrid({ rows, onChange, error }: SchemaGridProps) {
  const { t } = useTranslation('tools')
  const changeRow = (key: string, changes: Partial<SchemaRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)))
  return (
    <Box component="section" aria-label={t('schema.title')}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant="subtitle2" component="h3">
          {t('schema.title')}
        </Typography>
        <Button
          size="small"
          startIcon={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange([...rows, newRow()])}
        >
          {t('schema.add')}
        </Button>
      </Box>
      {rows.length === 0 ? (
        <Typography variant="body2" sx={{ color: color.text3 }}>
          {t('schema.none')}
        </Typography>
      ) : (
        <Box
          aria-hidden
          sx={{
            ...type.caption,
            color: color.text3,
            display: { xs: 'none', sm: 'grid' },
            gridTemplateColumns: COLUMNS,
            gap: 1,
            marginBottom: 0.5,
          }}
        >
          <span>{t('schema.property')}</span>
          <span>{t('schema.type')}</span>
          <span>{t('schema.description')}</span>
          <span>{t('schema.required')}</span>
        </Box>
      )}
      <Box sx={{ display: 'grid', gap: 1 }}>
        {rows.map((row) => (
          <SchemaGridRow
            key={row.key}
            row={row}
            onChange={(changes) => changeRow(row.key, changes)}
            onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
          />
        ))}
      </Box>
      <FormHelperText error={error !== undefined}>{error ?? t('schema.help')}</FormHelperText>
    </Box>
  )
}

interface SchemaGridRowProps {
  row: SchemaRow
  onChange: (changes: Partial<SchemaRow>) => void
  onRemove: () => void
}

function SchemaGridRow({ row, onChange, onRemove }: SchemaGridRowProps) {
  const { t } = useTranslation('tools')
  const name = row.property || t('schema.property')
  return (
    <Box
      role="group"
      aria-label={name}
      sx={{ display: 'grid', gridTemplateColumns: COLUMNS, gap: 1, alignItems: 'center' }}
    >
      <OutlinedInput
        value={row.property}
        placeholder={t('schema.property')}
        inputProps={{ 'aria-label': t('schema.property') }}
        onChange={(event) => onChange({ property: event.target.value })}
      />
      <Select
        value={row.type}
        inputProps={{ 'aria-label': t('schema.type') }}
        onChange={(event) => onChange({ type: event.target.value })}
      >
        {TYPES.map((name) => (
          <MenuItem key={name} value={name}>
            {name}
          </MenuItem>
        ))}
      </Select>
      <OutlinedInput
        value={row.description}
        placeholder={t('schema.description')}
        inputProps={{ 'aria-label': t('schema.description') }}
        onChange={(event) => onChange({ description: event.target.value })}
        sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' }, gridRow: { xs: 2, sm: 'auto' } }}
      />
      <Checkbox
        checked={row.required}
        slotProps={{ input: { 'aria-label': t('schema.required') } }}
        onChange={(_, required) => onChange({ required })}
      />
      <LabelledIconButton label={t('schema.remove', { name })} onClick={onRemove}>
        <IconTrash size={20} aria-hidden />
      </LabelledIconButton>
    </Box>
  )
}
