import { options } from '@chatwright/core'

/** What may be typed into a field of a form. */
export const fieldType = () =>
  options({
    label: 'Type',
    default: 'string',
    options: [
      { label: 'String', name: 'string' },
      { label: 'Number', name: 'number' },
      { label: 'Boolean', name: 'boolean' },
      { label: 'Options', name: 'options' },
    ],
  })
