import type { PriceList } from '@chatwright/contract'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ChoiceInput } from '../../../components/choice-input.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { TextInput } from '../../../components/text-input.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { useSetPrice } from '../api/use-spend.ts'
import { keptRate, type Unit } from '../model/rates.ts'

const UNITS = ['tokens', 'seconds', 'characters'] as const
const INPUT_LABELS = { tokens: 'price.input', seconds: 'price.minute', characters: 'price.million' } as const

/** What a model costs from today on. */
export default function PriceDialog({
  model,
  units,
  onClose,
}: {
  model: string
  units: PriceList['units']
  onClose: () => void
}) {
  const { t } = useTranslation('spend')
  const set = useSetPrice()
  const [name, setName] = useState(model)
  const [chosen, setChosen] = useState<Unit>('tokens')
  const [rates, setRates] = useState({ input: '', output: '' })
  const [problem, setProblem] = useState<string>()
  const unit = units[name.trim()] ?? chosen
  const hasOutput = unit === 'tokens'
  const change = (changed: Partial<typeof rates>) => {
    setRates({ ...rates, ...changed })
    setProblem(undefined)
  }
  const submit = () => {
    const isGiven = rates.input.trim() !== '' && (!hasOutput || rates.output.trim() !== '') && name.trim() !== ''
    const [input, output] = [keptRate(Number(rates.input), unit), hasOutput ? Number(rates.output) : 0]
    if (!isGiven || !(input >= 0) || !(output >= 0)) {
      setProblem(t('price.bad'))
      return
    }
    const since = new Date().toISOString().slice(0, 10)
    set.mutate({ model: name.trim(), since, input, output, unit }, { onSuccess: onClose })
  }
  return (
    <FormDialog open title={t('price.set')} onClose={onClose} onSubmit={submit} isBusy={set.isPending}>
      <Stack spacing={2}>
        <TextInput label={t('price.model')} help={t('price.modelHelp')} value={name} onChange={setName} />
        {units[name.trim()] === undefined ? (
          <ChoiceInput
            label={t('price.unit')}
            value={unit}
            choices={UNITS.map((value) => ({ value, label: t(`price.units.${value}`) }))}
            onChange={(value) => setChosen(UNITS.find((each) => each === value) ?? 'tokens')}
          />
        ) : null}
        <TextInput
          label={t(INPUT_LABELS[unit])}
          value={rates.input}
          inputMode="decimal"
          error={hasOutput ? undefined : problem}
          onChange={(input) => change({ input })}
        />
        {hasOutput ? (
          <TextInput
            label={t('price.output')}
            value={rates.output}
            inputMode="decimal"
            error={problem}
            onChange={(output) => change({ output })}
          />
        ) : null}
        {set.error ? <ProblemNotice>{messageOf(set.error)}</ProblemNotice> : null}
      </Stack>
    </FormDialog>
  )
}
