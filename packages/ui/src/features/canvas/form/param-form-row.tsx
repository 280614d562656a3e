import type { FlowNode, InputParam } from '@chatwright/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { paramFields } from './param-fields.tsx'
import { useParam } from './use-param.ts'

/** A parameter in a dialog or sheet: label above, help and problem below. */
export function ParamFormRow({ node, param }: { node: FlowNode; param: InputParam }) {
  const { t } = useTranslation()
  const { t: canvasText } = useTranslation('canvas')
  const unkeptHint = ({ type }: InputParam) =>
    type === 'password' || type === 'folder' ? canvasText(`form.notKept.${type}`) : undefined
  const id = useId()
  const { value, isReadOnly, problem, onFocus, onChange } = useParam(node, param)
  const Field = paramFields[param.type]
  if (!Field) return null
  const help = [param.description, unkeptHint(param)].filter(Boolean).join(' ')
  const hasNote = problem !== undefined || help !== ''
  const ids = { id, 'aria-labelledby': `${id}-label`, 'aria-describedby': hasNote ? `${id}-note` : undefined }
  const isSwitch = param.type === 'boolean'
  return (
    <div className={`cw-form-row${isSwitch ? ' is-switch' : ''}`} onFocus={onFocus}>
      <label id={`${id}-label`} htmlFor={id} className="cw-form-label">
        {param.label}
        {param.optional && !isSwitch ? <span className="cw-form-optional">{t('state.optional')}</span> : null}
      </label>
      <Field
        node={node}
        param={param}
        value={value}
        onChange={onChange}
        isReadOnly={isReadOnly}
        isInvalid={problem !== undefined}
        place="form"
        ids={ids}
      />
      {hasNote ? (
        <p id={`${id}-note`} className={problem ? 'cw-field-error' : 'cw-field-help'}>
          {problem ? <IconAlertCircle size={16} aria-hidden /> : null}
          {problem ? `${problem.message} ${problem.fix}` : help}
        </p>
      ) : null}
      {param.warning ? <ProblemNotice tone="warning">{param.warning}</ProblemNotice> : null}
    </div>
  )
}
