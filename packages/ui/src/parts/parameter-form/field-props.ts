import type { InputParam } from '@chatwright/core'

/** The node that a parameter belongs to, as the server is asked about its choices. */
export interface ParameterOwner {
  name: string
  inputs: Readonly<Record<string, unknown>>
  credential?: string | undefined
}

/** What every field of the parameter form is given. */
export interface FieldProps {
  owner: ParameterOwner
  param: InputParam
  value: unknown
  onChange(value: unknown): void
  isReadOnly: boolean
  isInvalid: boolean
  /** On the card a field is small and opens in a dialog what does not fit. */
  place: 'card' | 'form'
  /** Opens an editor with more room. Without it, what there is to edit is edited here. */
  onExpand?: (() => void) | undefined
  ids: { id: string; 'aria-labelledby': string; 'aria-describedby'?: string | undefined }
}

/** What the document holds as text, whatever it was written as. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return value === undefined || value === null ? '' : JSON.stringify(value, undefined, 2)
}

/** Classes of a text-like control. */
export function controlClass({ isInvalid, place }: Pick<FieldProps, 'isInvalid' | 'place'>, extra = ''): string {
  return ['cw-field', `is-${place}`, isInvalid ? 'is-invalid' : '', 'nodrag', 'nowheel', extra]
    .filter(Boolean)
    .join(' ')
}
