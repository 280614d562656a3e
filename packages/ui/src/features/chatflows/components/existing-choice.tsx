import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import type { ForExisting } from '@chatwright/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

const choices = ['skip', 'replace', 'copy'] as const satisfies readonly ForExisting[]

/** What becomes of things in a file that are here already. */
export function ExistingChoice({ value, onChange }: { value: ForExisting; onChange: (value: ForExisting) => void }) {
  const { t } = useTranslation('chatflows')
  const id = useId()
  return (
    <div>
      <FormLabel id={id}>{t('bring.existing.label')}</FormLabel>
      <RadioGroup
        row
        aria-labelledby={id}
        value={value}
        onChange={(_, chosen) => onChange(choices.find((choice) => choice === chosen) ?? 'skip')}
      >
        {choices.map((choice) => (
          <FormControlLabel key={choice} value={choice} control={<Radio />} label={t(`bring.existing.${choice}`)} />
        ))}
      </RadioGroup>
    </div>
  )
}
