import { isSecretReference } from '@chatwright/contract'
import type { InputDescription } from '@chatwright/core'
import type { ReactNode } from 'react'

import { ChoiceInput } from '../choice-input.tsx'
import { CodeEditor } from '../code-editor.tsx'
import { Field } from '../field.tsx'
import { SecretField } from '../secret-field.tsx'
import { SwitchRow } from '../switch-row.tsx'
import { TextInput } from '../text-input.tsx'
import type { FieldValue } from './credential-fields.ts'

export interface CredentialFieldProps {
  input: InputDescription
  value: FieldValue
  onChange: (value: FieldValue) => void
  error: string | undefined
  isStored: boolean
  autoFocus?: boolean
}

/** One field of a credential's form, by the kind of its input. */
export function CredentialField(props: CredentialFieldProps) {
  const Widget = widgets[props.input.type] ?? LineWidget
  return <Widget {...props} />
}

const widgets: Readonly<Record<string, (props: CredentialFieldProps) => ReactNode>> = {
  password: SecretWidget,
  boolean: SwitchWidget,
  options: ChoiceWidget,
  multiOptions: SeveralWidget,
  number: NumberWidget,
  json: JsonWidget,
}

function LineWidget({ input, value, onChange, error, autoFocus = false }: CredentialFieldProps) {
  return (
    <TextInput
      {...described(input)}
      value={String(value)}
      onChange={onChange}
      error={error}
      autoFocus={autoFocus}
      {...(input.placeholder !== undefined && { placeholder: input.placeholder })}
      {...(input.rows !== undefined && { multiline: true, rows: input.rows })}
    />
  )
}

function NumberWidget(props: CredentialFieldProps) {
  const { input, value, onChange, error } = props
  return (
    <TextInput
      {...described(input)}
      type="number"
      value={String(value)}
      error={error}
      onChange={(text) => onChange(text === '' ? '' : Number(text))}
    />
  )
}

function SecretWidget({ input, value, onChange, error, isStored, autoFocus = false }: CredentialFieldProps) {
  return (
    <SecretField
      {...described(input)}
      value={String(value)}
      onChange={onChange}
      error={error}
      isStored={isStored}
      isReadable={isSecretReference(value)}
      autoFocus={autoFocus}
      {...(input.placeholder !== undefined && { placeholder: input.placeholder })}
    />
  )
}

/** Several of a few choices, stored as their names with commas between them. */
function SeveralWidget({ input, value, onChange }: CredentialFieldProps) {
  const chosen = String(value)
    .split(',')
    .filter((name) => name !== '')
  const choose = (name: string, isOn: boolean) =>
    onChange([...chosen.filter((each) => each !== name), ...(isOn ? [name] : [])].join(','))
  return (
    <Field label={input.label} help={input.description}>
      {() => (
        <div>
          {(input.options ?? []).map(({ label, name }) => (
            <SwitchRow key={name} label={label} isOn={chosen.includes(name)} onChange={(isOn) => choose(name, isOn)} />
          ))}
        </div>
      )}
    </Field>
  )
}

function SwitchWidget({ input, value, onChange }: CredentialFieldProps) {
  return <SwitchRow label={input.label} help={input.description} isOn={value === true} onChange={onChange} />
}

function ChoiceWidget({ input, value, onChange, error }: CredentialFieldProps) {
  const choices = (input.options ?? []).map(({ name, label, description }) => ({
    value: name,
    label,
    ...(description !== undefined && { description }),
  }))
  return (
    <ChoiceInput
      label={input.label}
      help={input.description}
      value={String(value)}
      choices={choices}
      onChange={onChange}
      error={error}
    />
  )
}

function JsonWidget({ input, value, onChange, error }: CredentialFieldProps) {
  return (
    <Field label={input.label} help={input.description} error={error}>
      {() => (
        <CodeEditor language="json" label={input.label} value={String(value)} onChange={onChange} minHeight={96} />
      )}
    </Field>
  )
}

function described(input: InputDescription) {
  return { label: input.label, help: input.description, isOptional: input.optional ?? false }
}
