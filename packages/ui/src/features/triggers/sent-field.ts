import type { WebhookTriggerValues } from '@chatwright/contract'

type StoredField = NonNullable<WebhookTriggerValues['fields']>[number]
/** A field that a delivery holds, as it stands in the dialog. */
export interface SentField extends Pick<StoredField, 'in' | 'name'> {
  type: NonNullable<StoredField['type']>
  required: boolean
}

// Written out, because the browser has no schemas to read them from.
export const FIELD_PLACES: readonly SentField['in'][] = ['body', 'query', 'headers']
export const FIELD_TYPES = [
  'string',
  'number',
  'boolean',
  'object',
  'array[string]',
  'array[number]',
  'array[boolean]',
  'array[object]',
] as const satisfies readonly SentField['type'][]
export const MOST_FIELDS = 100
export const NEW_FIELD: SentField = { in: 'body', name: '', type: 'string', required: true }

export function shownFields(stored: readonly StoredField[] | undefined): SentField[] {
  return (stored ?? []).map(({ in: place, name, type = 'string', required = false }) => ({
    in: place,
    name,
    type,
    required,
  }))
}

/** Only what stands in a body has a type: headers and queries are text. */
export function storedFields(fields: readonly SentField[]): StoredField[] {
  return fields.map(({ in: place, name, type, required }) => ({
    in: place,
    name: name.trim(),
    ...(place === 'body' && { type }),
    required,
  }))
}
