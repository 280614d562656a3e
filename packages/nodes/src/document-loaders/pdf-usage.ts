import { options } from '@chatwright/core'

export function pdfUsage<const Flags extends { additional?: boolean }>(flags: Flags) {
  return options({
    destination: false,
    label: 'Usage',
    description: 'Whether each page of a PDF becomes a document of its own.',
    options: [
      { label: 'One document per page', name: 'perPage' },
      { label: 'One document per file', name: 'perFile' },
    ],
    default: 'perPage',
    ...flags,
  })
}
