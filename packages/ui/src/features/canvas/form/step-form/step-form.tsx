import { setEdits, shownInputs, sortInputs } from '@chatwright/core'
import type { FlowNode, InputDescription, NodeDescription } from '@chatwright/core'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { ParameterFrame } from '../../../../parts/parameter-form/parameter-frame.tsx'
import { useCanvas, useCanvasState } from '../../canvas-context.tsx'
import { credentialEdit } from '../use-edits.ts'
import { shownProblems } from '../../model/problems.ts'
import { InstructionsField } from './instructions-field.tsx'
import { InputsContext } from './step-field-props.ts'
import type { StepInputProps, StepInputsProps } from './step-field-props.ts'
import { drawStepField, hasStepField } from './step-fields.ts'

let lastVisit = 0

interface StepFormProps {
  node: FlowNode
  description: NodeDescription
  /** What matters comes first. */
  isSorted?: boolean
}

/** The whole form of a step: its inputs, the rows in them, and the nodes chosen inside it. */
export function StepForm({ node, description, isSorted = false }: StepFormProps) {
  const canvas = useCanvas()
  const visit = useRef(0)
  const { inputs } = node.data
  const gesture = (names: readonly string[]) => ({ gesture: `edit ${node.id} ${names.join(' ')} ${visit.current}` })
  const { credential } = description
  return (
    <InputsContext value={drawInputs}>
      <div
        className="cw-form"
        onFocus={() => {
          visit.current = ++lastVisit
        }}
      >
        {credential ? (
          <StepInput
            node={node}
            input={credential}
            values={{ [credential.name]: node.data.credential }}
            rules={inputs}
            field={credential.name}
            onChange={(values) => canvas.run([credentialEdit(node.id, values[credential.name])])}
          />
        ) : null}
        <StepInputs
          node={node}
          inputs={description.inputs}
          values={inputs}
          rules={inputs}
          isSorted={isSorted}
          onChange={(values) => canvas.run(setEdits(node.id, values), gesture(Object.keys(values)))}
          onRows={(list, change) => canvas.run([{ do: 'rows', id: node.id, list, change }])}
        />
      </div>
    </InputsContext>
  )
}

function drawInputs(props: StepInputsProps): ReactNode {
  return <StepInputs {...props} />
}

/** Inputs one below the other; what is seldom needed lies behind "More". */
function StepInputs({ isSorted = false, ...props }: StepInputsProps & { isSorted?: boolean }) {
  const { t } = useTranslation('canvas')
  const shown = shownInputs(props.inputs, props.rules, props.row)
  const { usual, more } = isSorted
    ? sortInputs(shown)
    : {
        usual: shown.filter((input) => !input.additionalParams),
        more: shown.filter((input) => input.additionalParams),
      }
  const draw = (input: InputDescription) => (
    <StepInput key={`${input.name} ${input.type}`} {...props} input={input} field={props.field ?? input.name} />
  )
  const told = props.row === undefined ? shown.find((input) => input.instructions) : undefined
  return (
    <>
      {told ? <InstructionsField {...props} input={told} /> : null}
      {usual.map(draw)}
      {more.length > 0 ? (
        <details className="cw-more-settings">
          <summary>{t('step.more', { count: more.length })}</summary>
          <div className="cw-form">{more.map(draw)}</div>
        </details>
      ) : null}
    </>
  )
}

/** One input with its label, its help and what is wrong with it. */
function StepInput(props: StepInputProps) {
  const { node, input, values, field, onChange } = props
  const isReadOnly = useCanvasState((state) => state.isReadOnly)
  const isTop = field === input.name
  const problem = useCanvasState((state) =>
    isTop ? shownProblems(state, node.id).find((each) => each.field === field && each.severity === 'error') : undefined,
  )
  if (!hasStepField(input)) return null
  return (
    <ParameterFrame input={input} problem={problem && `${problem.message} ${problem.fix}`}>
      {(ids) =>
        drawStepField({
          ...props,
          param: input,
          value: values[input.name],
          onValue: (value) => onChange({ [input.name]: value }),
          isReadOnly,
          isInvalid: problem !== undefined,
          ids,
        })
      }
    </ParameterFrame>
  )
}
