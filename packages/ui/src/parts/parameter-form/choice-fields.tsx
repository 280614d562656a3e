import type { InputOption } from '@chatwright/core'
import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { messageOf } from '../../lib/api-error.ts'
import { ChoiceButton } from './choice-button.tsx'
import { ChoiceList } from './choice-list.tsx'
import { parseChosen } from './chosen-values.ts'
import { asText } from './field-props.ts'
import type { FieldProps } from './field-props.ts'
import { useChosenNames, useLoadedOptions } from './loaded-options.ts'

export function OptionsField(field: FieldProps) {
  const { param, value, onChange } = field
  const { t } = useTranslation('form')
  const options = param.options ?? []
  const chosen = asText(value)
  const fallback = options.find((option) => option.name === param.default)?.label
  return (
    <ChoiceButton
      field={field}
      text={options.find((option) => option.name === chosen)?.label ?? chosen}
      {...(fallback !== undefined && { placeholder: t('byDefault', { value: fallback }) })}
      list={(anchor, close) => (
        <ChoiceList
          anchor={anchor}
          label={param.label}
          options={options}
          chosen={[chosen]}
          onChoose={onChange}
          onClose={close}
        />
      )}
    />
  )
}

export function MultiOptionsField(field: FieldProps) {
  const { param, value, onChange } = field
  const options = param.options ?? []
  const chosen = parseChosen(value)
  return (
    <ChoiceButton
      field={field}
      text={labelsOf(options, chosen)}
      list={(anchor, close) => (
        <ChoiceList
          anchor={anchor}
          label={param.label}
          options={options}
          chosen={chosen}
          isMultiple
          onChoose={(name) => onChange(JSON.stringify(toggle(chosen, name)))}
          onClose={close}
        />
      )}
    />
  )
}

export function AsyncOptionsField(field: FieldProps) {
  const chosen = asText(field.value)
  return <LoadedChoice field={field} chosen={chosen === '' ? [] : [chosen]} onChoose={field.onChange} />
}

export function AsyncMultiOptionsField(field: FieldProps) {
  const chosen = parseChosen(field.value)
  return (
    <LoadedChoice
      field={field}
      chosen={chosen}
      isMultiple
      onChoose={(name) => field.onChange(JSON.stringify(toggle(chosen, name)))}
    />
  )
}

interface LoadedChoiceProps {
  field: FieldProps
  chosen: readonly string[]
  isMultiple?: boolean
  onChoose(name: string): void
}

/** Choices that come from the server, asked for when the list opens, or when an id is all that is known of the chosen. */
function LoadedChoice({ field, chosen, isMultiple = false, onChoose }: LoadedChoiceProps) {
  return (
    <ChoiceButton
      field={field}
      text={useChosenNames(field, chosen).join(', ')}
      list={(anchor, close) => (
        <LoadedList
          field={field}
          anchor={anchor}
          chosen={chosen}
          isMultiple={isMultiple}
          onChoose={onChoose}
          onClose={close}
        />
      )}
    />
  )
}

function LoadedList(props: LoadedChoiceProps & { anchor: HTMLElement; onClose(): void }) {
  const { field, anchor, chosen, isMultiple = false, onChoose, onClose } = props
  const { param } = field
  const { t } = useTranslation('form')
  const query = useLoadedOptions(field)
  const options = query.data ?? []
  const state = query.isPending ? (
    <p className="cw-choices-empty" role="status">
      {t('loading')}
    </p>
  ) : query.isError ? (
    <div className="cw-choices-empty" role="alert">
      <p>{t('loadFailed', { reason: messageOf(query.error) })}</p>
      <button type="button" className="cw-link" onClick={() => void query.refetch()}>
        <IconRefresh size={16} aria-hidden /> {t('retry')}
      </button>
    </div>
  ) : undefined
  return (
    <ChoiceList
      // The list is another one once the answer is there: it starts at what is chosen.
      key={query.status}
      anchor={anchor}
      label={param.label}
      options={options}
      chosen={chosen}
      isMultiple={isMultiple}
      isFree={param.freeSolo === true || query.isError}
      state={state}
      onChoose={onChoose}
      onClose={onClose}
    />
  )
}

function labelsOf(options: readonly InputOption[], chosen: readonly string[]): string {
  return chosen.map((name) => options.find((option) => option.name === name)?.label ?? name).join(', ')
}

function toggle(chosen: readonly string[], name: string): string[] {
  return chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]
}
