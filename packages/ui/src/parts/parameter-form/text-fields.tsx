import { isSealedValue } from '@chatwright/core'
import { IconArrowsDiagonal, IconEye, IconEyeOff, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { asText, controlClass } from './field-props.ts'
import type { FieldProps } from './field-props.ts'
import { formTextRows } from './text-rows.ts'

/** One line, or several; several can be opened in an editor of their own. */
export function TextField(props: FieldProps) {
  const { param, value, onChange, onExpand, isReadOnly, place, ids } = props
  const { t } = useTranslation('form')
  const rows = place === 'card' ? 1 : formTextRows(param)
  const shared = {
    ...ids,
    value: asText(value),
    placeholder: param.placeholder,
    readOnly: isReadOnly,
    spellCheck: rows > 1,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  if (rows < 2) return <input {...shared} type="text" className={controlClass(props)} autoComplete="off" />
  return (
    <div className="cw-field-box">
      <textarea {...shared} rows={rows} className={controlClass(props, 'is-text')} />
      {onExpand ? (
        <button
          type="button"
          className="cw-expand nodrag"
          aria-label={t('expand', { label: param.label })}
          title={t('expand', { label: param.label })}
          onClick={onExpand}
        >
          <IconArrowsDiagonal size={16} aria-hidden />
        </button>
      ) : null}
    </div>
  )
}

export function PasswordField(props: FieldProps) {
  const { param, value, onChange, isReadOnly, ids } = props
  const { t } = useTranslation(['form', 'common'])
  const [isShown, setIsShown] = useState(false)
  if (isSealedValue(value)) return <StoredSecretField {...props} />
  const Icon = isShown ? IconEyeOff : IconEye
  return (
    <div className="cw-field-box">
      <input
        {...ids}
        type={isShown ? 'text' : 'password'}
        autoComplete="off"
        className={controlClass(props)}
        value={asText(value)}
        placeholder={param.placeholder ?? (param.isSealed ? '' : t('notKept.short'))}
        readOnly={isReadOnly}
        onChange={(event) => onChange(event.target.value)}
      />
      <button
        type="button"
        className="cw-expand is-middle nodrag"
        aria-label={t(isShown ? 'common:action.hide' : 'common:action.show')}
        onClick={() => setIsShown(!isShown)}
      >
        <Icon size={16} aria-hidden />
      </button>
    </div>
  )
}

/** A secret that the server stores: typing replaces it. */
function StoredSecretField(props: FieldProps) {
  const { onChange, isReadOnly, ids } = props
  const { t } = useTranslation('form')
  return (
    <div className="cw-field-box">
      <input
        {...ids}
        type="password"
        autoComplete="off"
        className={controlClass(props)}
        value=""
        placeholder={t('sealed.stored')}
        readOnly={isReadOnly}
        onChange={(event) => onChange(event.target.value)}
      />
      {isReadOnly ? null : (
        <button
          type="button"
          className="cw-expand is-middle nodrag"
          aria-label={t('sealed.remove')}
          title={t('sealed.remove')}
          onClick={() => onChange('')}
        >
          <IconX size={16} aria-hidden />
        </button>
      )}
    </div>
  )
}

/** Kept as a number when it is one; half-typed text such as `-` stays text until it is. */
export function NumberField(props: FieldProps) {
  const { param, value, onChange, isReadOnly, ids } = props
  return (
    <input
      {...ids}
      type="number"
      inputMode="decimal"
      className={controlClass(props, 'is-number')}
      value={asText(value)}
      placeholder={asText(param.default) || param.placeholder}
      step={param.step ?? 'any'}
      min={param.min}
      max={param.max}
      readOnly={isReadOnly}
      onChange={({ target }) =>
        onChange(target.value === '' || Number.isNaN(target.valueAsNumber) ? target.value : target.valueAsNumber)
      }
    />
  )
}

export function DateField(props: FieldProps) {
  const { value, onChange, isReadOnly, ids } = props
  return (
    <input
      {...ids}
      type="date"
      className={controlClass(props)}
      value={asText(value).slice(0, 10)}
      readOnly={isReadOnly}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** A folder on the server, below the one its operator opened to flows. */
export function FolderField(props: FieldProps) {
  const { param, value, onChange, isReadOnly, ids } = props
  const { t } = useTranslation('form')
  return (
    <input
      {...ids}
      type="text"
      className={controlClass(props)}
      value={asText(value)}
      placeholder={param.placeholder ?? t('folderHint')}
      readOnly={isReadOnly}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

export function SwitchField({ value, onChange, isReadOnly, ids }: FieldProps) {
  const isOn = asText(value) === 'true' || value === 1
  return (
    <input
      {...ids}
      type="checkbox"
      role="switch"
      className="cw-switch nodrag"
      checked={isOn}
      aria-checked={isOn}
      disabled={isReadOnly}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
