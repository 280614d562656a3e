import { EARLIER_STEP } from '@chatwright/core'
import type { InputDescription } from '@chatwright/core'
import { createElement } from 'react'
import type { ComponentType, ReactNode } from 'react'

import { paramFields } from '../../../../parts/parameter-form/param-fields.tsx'
import { ChosenNodeField } from './chosen-node-field.tsx'
import { DayOfMonthField, DayOfWeekField, EndDateField, TimeField } from './moment-fields.tsx'
import { ReferenceText } from './reference-text.tsx'
import { RowsField } from './rows-field.tsx'
import { EarlierStepField, StateKeyField } from './drawn-choices.tsx'
import { asFieldProps } from './step-field-props.ts'
import type { StepFieldProps } from './step-field-props.ts'

const STATE_KEYS = 'listRuntimeStateKeys'

const MOMENTS: Readonly<Record<string, ComponentType<StepFieldProps>>> = {
  timePicker: TimeField,
  datePicker: EndDateField,
  weekDaysPicker: DayOfWeekField,
  monthDaysPicker: DayOfMonthField,
}

export function hasStepField(input: InputDescription): boolean {
  return stepField(input) !== undefined
}

/** The field for an input of a step: what only steps have, and for all else what every node's form uses. */
export function drawStepField(props: StepFieldProps): ReactNode {
  const field = stepField(props.param)
  return field ? createElement(field, props) : null
}

function stepField(input: InputDescription): ComponentType<StepFieldProps> | undefined {
  if (input.component !== undefined) return ChosenNodeField
  if (input.type === 'array') return RowsField
  if (input.loadMethod === EARLIER_STEP) return EarlierStepField
  if (input.loadMethod === STATE_KEYS) return StateKeyField
  if (input.type === 'string' || (input.type === 'number' && input.acceptVariable)) return ReferenceText
  return MOMENTS[input.type] ?? usualField(input.type)
}

const usual = new Map<string, ComponentType<StepFieldProps>>()

/** One component for each kind, or React would take each drawing for another field. */
function usualField(type: string): ComponentType<StepFieldProps> | undefined {
  const Field = paramFields[type]
  if (!Field) return undefined
  const known = usual.get(type)
  if (known) return known
  const Usual = (props: StepFieldProps) => createElement(Field, asFieldProps(props))
  usual.set(type, Usual)
  return Usual
}
