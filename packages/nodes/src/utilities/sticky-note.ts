import { defineNode, string } from '@chatwright/core'

export default defineNode({
  name: 'stickyNote',
  label: 'Sticky Note',
  version: 2,
  category: 'Utilities',
  description: 'Adds a note to the canvas. It has no effect on runs.',
  icon: 'sticky-note.svg',
  keywords: ['note', 'comment', 'annotation'],
  baseClasses: ['StickyNote'],
  inputs: {
    note: string({ destination: false, label: 'Note', placeholder: 'Type something here', rows: 1, optional: true }),
  },
  traits: { inert: true },
  build: () => undefined,
})
