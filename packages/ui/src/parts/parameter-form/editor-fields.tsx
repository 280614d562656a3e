import { IconArrowsDiagonal } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { CodeEditor } from '../../components/code-editor.tsx'
import { parseObject, parseRows } from './chosen-values.ts'
import { asText, controlClass } from './field-props.ts'
import type { FieldProps } from './field-props.ts'

/** On the card: what is in it, and a way to the editor. */
function OpenEditor({ field, text, placeholder }: { field: FieldProps; text: string; placeholder: string }) {
  const { ids, onExpand } = field
  return (
    <button
      type="button"
      id={ids.id}
      aria-labelledby={`${ids['aria-labelledby']} ${ids.id}-value`}
      aria-haspopup="dialog"
      className={controlClass(field, 'is-choice')}
      onClick={onExpand}
    >
      <span id={`${ids.id}-value`} className={text === '' ? 'cw-placeholder' : 'cw-value is-code'}>
        {text || placeholder}
      </span>
      <IconArrowsDiagonal size={16} aria-hidden />
    </button>
  )
}

export function CodeField(field: FieldProps) {
  const { param, value, onChange, isReadOnly, place } = field
  const { t } = useTranslation('form')
  const text = asText(value)
  if (place === 'card') {
    return <OpenEditor field={field} text={text.trim().split('\n')[0] ?? ''} placeholder={t('writeCode')} />
  }
  const isJavaScript = param.language === undefined || /^(js|javascript)$/.test(param.language)
  return (
    <CodeEditor
      value={text}
      onChange={onChange}
      language={isJavaScript ? 'javascript' : param.language === 'json' ? 'json' : 'text'}
      label={param.label}
      isReadOnly={isReadOnly}
      minHeight={200}
      {...(param.placeholder !== undefined && { placeholder: param.placeholder })}
    />
  )
}

export function JsonField(field: FieldProps) {
  const { param, value, onChange, onExpand, isReadOnly, place } = field
  const { t } = useTranslation('form')
  const text = asText(value)
  if (place === 'card') {
    const keys = Object.keys(parseObject(value) ?? {})
    const words = keys.length > 0 ? keys.join(', ') : text.trim()
    const placeholder = param.acceptVariable ? t('fillVariables') : t('writeJson')
    return <OpenEditor field={field} text={words} placeholder={placeholder} />
  }
  const isBroken =
    text.trim() !== '' &&
    parseObject(text) === undefined &&
    parseRows(text).length === 0 &&
    !/^\s*\[\s*\]\s*$/.test(text)
  return (
    <>
      {param.acceptVariable && onExpand ? (
        <button type="button" className="cw-link" onClick={onExpand}>
          {t('fillVariables')}
        </button>
      ) : null}
      <CodeEditor
        value={text}
        onChange={onChange}
        language="json"
        label={param.label}
        isReadOnly={isReadOnly}
        minHeight={120}
      />
      {isBroken ? (
        <p className="cw-field-error" role="alert">
          {t('jsonBroken')}
        </p>
      ) : null}
    </>
  )
}
