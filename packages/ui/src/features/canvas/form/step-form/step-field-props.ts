import type { FieldProps } from '../field-props.ts'
import type { StepInputProps } from './step-form.tsx'

/** What a field of a step's form is given: its place among the others, and its own value. */
export interface StepFieldProps
  extends StepInputProps, Pick<FieldProps, 'param' | 'value' | 'isReadOnly' | 'isInvalid' | 'ids'> {
  onValue(value: unknown): void
}

/** The same, as the fields of the other nodes read it. */
export function asFieldProps({ node, param, value, onValue, isReadOnly, isInvalid, ids }: StepFieldProps): FieldProps {
  return { node, param, value, onChange: onValue, isReadOnly, isInvalid, ids, place: 'form', isInForm: true }
}
