import { defineNode, string } from '@chatwright/core'

export default defineNode({
  name: 'stickyNoteAgentflow',
  label: 'Sticky Note',
  version: 1,
  category: 'Agent Flows',
  description: 'A note on the canvas for people; it does nothing.',
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
