import { isInputVisible } from '@chatwright/core'
import type { InputParam } from '@chatwright/core'

import { paramFields } from './param-fields.tsx'
import { ParameterFrame } from './parameter-frame.tsx'

interface ParameterFormProps {
  /** The node whose inputs these are, as the catalogue calls it: it is asked for choices that have to be loaded. */
  nodeName: string
  inputs: readonly InputParam[]
  /** By the inputs' names; an input of the kind `credential` holds the id of one. */
  values: Readonly<Record<string, unknown>>
  /** What was changed, by the inputs' names. */
  onChange(changes: Readonly<Record<string, unknown>>): void
  /** What is wrong and what to do about it, by the inputs' names. */
  problems?: Readonly<Record<string, string>> | undefined
  isReadOnly?: boolean | undefined
  /** Opens an editor with more room for an input; without it all is edited in place. */
  onExpand?: ((input: InputParam) => void) | undefined
}

/** The parameters of a node, wherever they are asked for: a canvas, a store of documents, a test. */
export function ParameterForm(props: ParameterFormProps) {
  const { nodeName, inputs, values, onChange, problems = {}, isReadOnly = false, onExpand } = props
  const credential = inputs.map(({ type, name }) => (type === 'credential' ? values[name] : undefined)).find(isId)
  const owner = { name: nodeName, inputs: values, credential }
  return (
    <div className="cw-form">
      {inputs
        .filter((input) => isInputVisible(input, values))
        .map((input) => {
          const Field = paramFields[input.type]
          if (!Field) return null
          const problem = problems[input.name]
          return (
            <ParameterFrame key={`${input.name} ${input.type}`} input={input} problem={problem}>
              {(ids) => (
                <Field
                  owner={owner}
                  param={input}
                  value={values[input.name]}
                  onChange={(value) => onChange({ [input.name]: value })}
                  onExpand={onExpand && (() => onExpand(input))}
                  isReadOnly={isReadOnly}
                  isInvalid={problem !== undefined}
                  place="form"
                  ids={ids}
                />
              )}
            </ParameterFrame>
          )
        })}
    </div>
  )
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
