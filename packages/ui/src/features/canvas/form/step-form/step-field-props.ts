import type { FlowNode, InputDescription, Row, RowChange } from '@chatwright/core'
import { createContext } from 'react'
import type { ReactNode } from 'react'

import type { FieldProps } from '../../../../parts/parameter-form/field-props.ts'

export interface StepInputsProps {
  /** Whose inputs these are: the step, or a node chosen in it as if it stood by itself. */
  node: FlowNode
  inputs: readonly InputDescription[]
  values: Row
  /** What rules about showing an input speak of: all values of the step, also from within a row. */
  rules: Row
  row?: number | undefined
  /** The step's own input that all these belong to. */
  field?: string | undefined
  /** References may stand in every text of these. */
  takesReferences?: boolean | undefined
  onChange(values: Record<string, unknown>): void
  /** Rows of the step itself: there an edge may hang on each. */
  onRows?: ((name: string, change: RowChange) => void) | undefined
}

export interface StepInputProps extends Omit<StepInputsProps, 'inputs' | 'field'> {
  input: InputDescription
  field: string
}

/** Draws inputs one below the other: rows and chosen nodes have inputs of their own, drawn as the step's are. */
export const InputsContext = createContext<(props: StepInputsProps) => ReactNode>(() => null)

/** What a field of a step's form is given: its place among the others, and its own value. */
export interface StepFieldProps
  extends StepInputProps, Pick<FieldProps, 'param' | 'value' | 'isReadOnly' | 'isInvalid' | 'ids'> {
  onValue(value: unknown): void
}

/** The same, as the fields of the other nodes read it. */
export function asFieldProps({ node, param, value, onValue, isReadOnly, isInvalid, ids }: StepFieldProps): FieldProps {
  return { owner: node.data, param, value, onChange: onValue, isReadOnly, isInvalid, ids, place: 'form' }
}
