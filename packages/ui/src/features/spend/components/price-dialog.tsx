import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { FormDialog } from '../../../components/form-dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { TextInput } from '../../../components/text-input.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { useSetPrice } from '../api/use-spend.ts'

/** What a model costs from today on. */
export default function PriceDialog({ model, onClose }: { model: string; onClose: () => void }) {
  const { t } = useTranslation('spend')
  const set = useSetPrice()
  const [name, setName] = useState(model)
  const [rates, setRates] = useState({ input: '', output: '' })
  const [problem, setProblem] = useState<string>()
  const submit = () => {
    const [input, output] = [Number(rates.input), Number(rates.output)]
    const isGiven = rates.input.trim() !== '' && rates.output.trim() !== '' && name.trim() !== ''
    if (!isGiven || !(input >= 0) || !(output >= 0)) {
      setProblem(t('price.bad'))
      return
    }
    const since = new Date().toISOString().slice(0, 10)
    set.mutate({ model: name.trim(), since, input, output }, { onSuccess: onClose })
  }
  return (
    <FormDialog open title={t('price.set')} onClose={onClose} onSubmit={submit} isBusy={set.isPending}>
      <Stack spacing={2}>
        <TextInput label={t('price.model')} help={t('price.modelHelp')} value={name} onChange={setName} />
        <TextInput
          label={t('price.input')}
          value={rates.input}
          inputMode="decimal"
          onChange={(input) => setRates({ ...rates, input })}
        />
        <TextInput
          label={t('price.output')}
          value={rates.output}
          inputMode="decimal"
          error={problem}
          onChange={(output) => {
            setRates({ ...rates, output })
            setProblem(undefined)
          }}
        />
        {set.error ? <ProblemNotice>{messageOf(set.error)}</ProblemNotice> : null}
      </Stack>
    </FormDialog>
  )
}
