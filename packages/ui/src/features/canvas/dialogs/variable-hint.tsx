import { templateVariables } from '@chatwright/core'
import { useTranslation } from 'react-i18next'

/** The variables a text speaks of, as they are typed. */
export function VariableHint({ text }: { text: string }) {
  const { t } = useTranslation('canvas')
  const { prompt, flow } = templateVariables(text)
  const names = [...prompt.map((name) => `{${name}}`), ...flow.map((name) => `{{${name}}}`)]
  return (
    <p className="cw-field-help" aria-live="polite">
      {names.length === 0 ? t('field.noVariables') : t('field.variables', { names: names.join(', ') })}
    </p>
  )
}
