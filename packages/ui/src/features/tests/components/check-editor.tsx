import { LANGUAGES } from '@chatwright/core'
import type { TestCheck } from '@chatwright/contract'
import Box from '@mui/material/Box'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { ChoiceInput } from '../../../components/choice-input.tsx'
import { LabelledIconButton } from '../../../components/labelled-icon-button.tsx'
import { TextInput } from '../../../components/text-input.tsx'
import { CHECK_KINDS, newCheck } from '../model/new-check.ts'

interface CheckEditorProps {
  check: TestCheck
  onChange: (check: TestCheck) => void
  onRemove: () => void
}

/** One check: its kind, and what belongs to it. */
export function CheckEditor({ check, onChange, onRemove }: CheckEditorProps) {
  const { t } = useTranslation('tests')
  return (
    <Box role="group" aria-label={t(`kind.${check.kind}`)} sx={{ display: 'flex', alignItems: 'flex-end', gap: 1 }}>
      <Box sx={fieldsStyles}>
        <ChoiceInput
          label={t('field.kind')}
          value={check.kind}
          choices={CHECK_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(value) => onChange(newCheck(CHECK_KINDS.find((kind) => kind === value) ?? 'contains', check))}
        />
        <CheckFields check={check} onChange={onChange} />
      </Box>
      <LabelledIconButton label={t('removeCheck')} onClick={onRemove}>
        <IconTrash size={20} aria-hidden />
      </LabelledIconButton>
    </Box>
  )
}

function CheckFields({ check, onChange }: Pick<CheckEditorProps, 'check' | 'onChange'>): ReactNode {
  const { t, i18n } = useTranslation('tests')
  const number = (label: string, value: number | undefined, set: (value: number | undefined) => void) => (
    <TextInput
      label={label}
      value={value === undefined ? '' : String(value)}
      type="number"
      inputProps={{ min: 0, step: 'any' }}
      onChange={(typed) => set(typed.trim() === '' || !(Number(typed) >= 0) ? undefined : Number(typed))}
    />
  )
  switch (check.kind) {
    case 'contains':
    case 'not-contains':
    case 'cites':
      return (
        <TextInput
          label={check.kind === 'cites' ? t('field.source') : t('field.text')}
          value={check.text}
          inputProps={{ maxLength: 1000 }}
          onChange={(text) => onChange({ ...check, text })}
        />
      )
    case 'finds':
      return (
        <>
          <TextInput
            label={t('field.passage')}
            value={check.text}
            inputProps={{ maxLength: 1000 }}
            onChange={(text) => onChange({ ...check, text })}
          />
          {number(t('field.top'), check.top, (top) =>
            onChange({ kind: 'finds', text: check.text, ...(top && { top: Math.min(100, Math.ceil(top)) }) }),
          )}
        </>
      )
    case 'json-schema':
      return (
        <TextInput
          label={t('field.schema')}
          value={check.schema}
          multiline
          maxRows={10}
          onChange={(schema) => onChange({ ...check, schema })}
        />
      )
    case 'calls-tool':
      return (
        <>
          <TextInput label={t('field.tool')} value={check.tool} onChange={(tool) => onChange({ ...check, tool })} />
          <TextInput
            label={t('field.input')}
            value={check.input ?? ''}
            isOptional
            onChange={(input) => onChange({ ...check, input })}
          />
        </>
      )
    case 'language': {
      const names = new Intl.DisplayNames([i18n.language], { type: 'language' })
      return (
        <ChoiceInput
          label={t('field.language')}
          value={check.language}
          choices={LANGUAGES.map((value) => ({ value, label: names.of(value) ?? value }))}
          onChange={(language) => onChange({ ...check, language })}
        />
      )
    }
    case 'length':
      return (
        <>
          {number(t('field.min'), check.min, (min) => onChange({ ...check, min: min && Math.round(min) }))}
          {number(t('field.max'), check.max, (max) => onChange({ ...check, max: max && Math.round(max) }))}
        </>
      )
    case 'cost':
      return number(t('field.cost'), check.mostMicro / 1_000_000, (dollars = 0) =>
        onChange({ ...check, mostMicro: Math.round(dollars * 1_000_000) }),
      )
    case 'time':
      return number(t('field.time'), check.mostMs / 1000, (seconds = 0) =>
        onChange({ ...check, mostMs: Math.round(seconds * 1000) }),
      )
    case 'refuses':
      return null
  }
}

/** Side by side where there is room, below each other on a phone. */
const fieldsStyles = {
  flex: 1,
  minWidth: 0,
  display: 'grid',
  gap: 1,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fit, minmax(160px, 1fr))' },
}
