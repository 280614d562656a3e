import { options } from '@chatwright/core'

export function pdfUsage<const Flags extends { additional?: boolean }>(flags: Flags) {
  return options({
    destination: false,
    label: 'Usage',
    description: 'Whether each PDF page becomes its own document.',
    options: [
      { label: 'One document per page', name: 'perPage' },
      { label: 'One document per file', name: 'perFile' },
    ],
    default: 'perPage',
    ...flags,
  })
}
