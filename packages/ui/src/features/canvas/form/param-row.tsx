import type { FlowNode, InputParam } from '@chatwright/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { fieldHeight, paramHeight } from '../model/node-geometry.ts'
import { isInline } from '../model/node-rows.ts'
import { paramFields } from '../../../parts/parameter-form/param-fields.tsx'
import { useExpand } from './use-expand.ts'
import { useParam } from './use-param.ts'

/** A parameter on the card. Its height is fixed: ports below it must not move. */
export function ParamRow({ node, param }: { node: FlowNode; param: InputParam }) {
  const { t } = useTranslation('form')
  const id = useId()
  const { value, isReadOnly, problem, onFocus, onChange } = useParam(node, param)
  const expand = useExpand(node)
  const Field = paramFields[param.type]
  if (!Field) return null
  const ids = { id, 'aria-labelledby': `${id}-label`, 'aria-describedby': problem ? `${id}-problem` : undefined }
  return (
    <div
      className={`cw-param${isInline(param) ? ' is-inline' : ''}`}
      style={{ height: paramHeight(param) }}
      onFocus={onFocus}
    >
      <label id={`${id}-label`} htmlFor={id} className="cw-param-label" title={param.description}>
        {param.label}
        {param.optional ? null : (
          <span className="cw-required" aria-hidden title={t('required')}>
            *
          </span>
        )}
      </label>
      <div className="cw-param-field" style={isInline(param) ? undefined : { height: fieldHeight(param) }}>
        <Field
          owner={node.data}
          param={param}
          value={value}
          onChange={onChange}
          onExpand={() => expand(param)}
          isReadOnly={isReadOnly}
          isInvalid={problem !== undefined}
          place="card"
          ids={ids}
        />
      </div>
      {problem ? (
        <span id={`${id}-problem`} className="cw-hidden">
          {problem.message} {problem.fix}
        </span>
      ) : null}
    </div>
  )
}
