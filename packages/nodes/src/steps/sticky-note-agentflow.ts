import { defineNode, string } from '@chatwright/core'

export default defineNode({
  name: 'stickyNoteAgentflow',
  label: 'Sticky Note',
  version: 1,
  category: 'Agent Flows',
  description: 'Adds a note to the canvas. It has no effect on runs.',
  icon: 'sticky-note.svg',
  keywords: ['note', 'comment'],
  color: '#fee440',
  baseClasses: ['StickyNote'],
  inputs: {
    note: string({ destination: false, label: 'Note', placeholder: 'Type something here', rows: 1, optional: true }),
  },
  traits: { inert: true },
  build: () => undefined,
})
