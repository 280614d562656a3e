import { readInstructions, writeInstructions } from '@chatwright/core'
import type { InputDescription } from '@chatwright/core'
import { use } from 'react'
import { useTranslation } from 'react-i18next'

import { asText } from '../../../../parts/parameter-form/field-props.ts'
import { InputsContext } from './step-field-props.ts'
import type { StepInputsProps } from './step-field-props.ts'

/** What a step's model is told to do: its first system message, in a field of its own. */
export function InstructionsField({
  input,
  values,
  onChange,
  ...props
}: StepInputsProps & { input: InputDescription }) {
  const { t } = useTranslation('canvas')
  const drawInputs = use(InputsContext)
  const { name } = input
  const field: InputDescription = {
    name,
    label: t('step.instructions'),
    description: t('step.instructionsHint'),
    type: 'string',
    rows: 6,
    acceptVariable: true,
  }
  return drawInputs({
    ...props,
    inputs: [field],
    // What is wrong with the list is said at the list.
    field: `${name}.instructions`,
    values: { [name]: readInstructions(input, values[name]) },
    onChange: (written) => onChange({ [name]: writeInstructions(input, values[name], asText(written[name])) }),
  })
}
