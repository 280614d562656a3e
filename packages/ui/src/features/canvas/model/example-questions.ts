import type { FlowNode } from '@chatwright/core'

import { NOTE_NAME } from './sticky-note.ts'

const MOST_EXAMPLES = 4

/** What notes on the canvas tell to ask or to write, in quotation marks: `Save and ask: "How long does it take?"`. */
export function exampleQuestions(nodes: readonly FlowNode[]): string[] {
  return nodes
    .filter((node) => node.data.name === NOTE_NAME)
    .flatMap((node) => {
      const note = node.data.inputs['note']
      return typeof note === 'string' ? [...note.matchAll(/\b(?:ask|write):\s*["“]([^"“”\n]{1,300})["”]/gi)] : []
    })
    .map(([, question = '']) => question)
    .slice(0, MOST_EXAMPLES)
}
