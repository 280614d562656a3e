import type { NewLimit, SpendLimit } from '@chatwright/contract'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ChoiceInput } from '../../../components/choice-input.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { TextInput } from '../../../components/text-input.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { useCreateLimit, useFit, usePrices, useSubjects } from '../api/use-spend.ts'

const SCOPES = ['instance', 'flow', 'key', 'chat', 'visitor', 'run', 'tests'] as const
const AT_LIMIT = ['stop', 'ask', 'cheaper'] as const
const MICRO = 1_000_000
const EACH = ''

/** A new limit of what runs may cost. */
export default function LimitDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('spend')
  const [scope, setScope] = useState<SpendLimit['scope']>('instance')
  const [subject, setSubject] = useState(EACH)
  const [period, setPeriod] = useState<'day' | 'month'>('month')
  const [unit, setUnit] = useState<SpendLimit['unit']>('micro')
  const [chosen, setChosen] = useState<SpendLimit['atLimit']>('stop')
  const [cheaperModel, setCheaperModel] = useState('')
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isModelMissing, setIsModelMissing] = useState(false)
  const subjects = useSubjects(scope)
  const create = useCreateLimit()
  const prices = usePrices()
  const fit = useFit({ model: cheaperModel, chatflowId: scope === 'flow' && subject !== EACH ? subject : undefined })
  const unfit = fit.data?.unfit ?? []
  const models = [...new Set(prices.data?.items.map(({ model }) => model))]
  const ways = AT_LIMIT.filter(
    (way) => way === 'stop' || (way === 'ask' && scope !== 'tests') || (way === 'cheaper' && unit === 'micro'),
  )
  // What no longer fits the other fields is not sent.
  const atLimit = ways.find((way) => way === chosen) ?? 'stop'
  const isNamed = scope === 'flow' || scope === 'key'
  const submit = () => {
    const amount = Number(typed) * (unit === 'micro' ? MICRO : 1)
    if (!(amount > 0)) {
      setProblem(t('limit.badAmount'))
      return
    }
    if (atLimit === 'cheaper' && cheaperModel === '') {
      setIsModelMissing(true)
      return
    }
    const limit: NewLimit = {
      scope,
      period: scope === 'run' ? 'run' : period,
      unit,
      amount: Math.round(amount),
      atLimit,
      ...(atLimit === 'cheaper' && { cheaperModel }),
      ...(isNamed && subject !== EACH && { subject }),
    }
    create.mutate(limit, { onSuccess: onClose })
  }
  return (
    <FormDialog
      open
      title={t('limit.new')}
      submitLabel={t('limit.create')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={create.isPending}
    >
      <Stack spacing={2}>
        <ChoiceInput
          label={t('limit.scope')}
          value={scope}
          choices={SCOPES.map((value) => ({ value, label: t(`scope.${value}`) }))}
          onChange={(value) => {
            setScope(SCOPES.find((each) => each === value) ?? 'instance')
            setSubject(EACH)
          }}
        />
        {isNamed ? (
          <ChoiceInput
            label={t('limit.subject')}
            value={subject}
            choices={[{ value: EACH, label: t('limit.each') }, ...(subjects.data ?? [])]}
            onChange={setSubject}
          />
        ) : null}
        {scope === 'run' ? null : (
          <ChoiceInput
            label={t('limit.period')}
            value={period}
            choices={(['day', 'month'] as const).map((value) => ({ value, label: t(`period.${value}`) }))}
            onChange={(value) => setPeriod(value === 'day' ? 'day' : 'month')}
          />
        )}
        <ChoiceInput
          label={t('limit.unit')}
          value={unit}
          choices={(['micro', 'tokens'] as const).map((value) => ({ value, label: t(`unit.${value}`) }))}
          onChange={(value) => setUnit(value === 'tokens' ? 'tokens' : 'micro')}
        />
        <TextInput
          label={t('limit.amount')}
          help={t('limit.help')}
          value={typed}
          error={problem}
          inputMode="decimal"
          onChange={(value) => {
            setTyped(value)
            setProblem(undefined)
          }}
        />
        <ChoiceInput
          label={t('limit.at')}
          help={t(`atHelp.${atLimit}`)}
          value={atLimit}
          choices={ways.map((value) => ({ value, label: t(`at.${value}`) }))}
          onChange={(value) => setChosen(ways.find((way) => way === value) ?? 'stop')}
        />
        {atLimit === 'cheaper' ? (
          <ChoiceInput
            label={t('limit.cheaperModel')}
            help={t('limit.cheaperHelp')}
            value={cheaperModel}
            error={isModelMissing ? t('limit.chooseModel') : undefined}
            choices={models.map((value) => ({ value, label: value }))}
            onChange={(value) => {
              setCheaperModel(value)
              setIsModelMissing(false)
            }}
          />
        ) : null}
        {atLimit === 'cheaper' && unfit.length > 0 ? (
          <ProblemNotice tone="warning">
            {t('limit.unfit', { model: cheaperModel, flows: unfit.map(({ name }) => name).join(', ') })}
          </ProblemNotice>
        ) : null}
        {create.error ? <ProblemNotice>{messageOf(create.error)}</ProblemNotice> : null}
      </Stack>
    </FormDialog>
  )
}
