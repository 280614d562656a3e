import type { NodeDescription } from '@chatwright/core'
import { agentOutlines } from './agent-outlines.ts'
import { chainOutlines } from './chain-outlines.ts'
import { chatOutlines } from './chat-outlines.ts'
import { documentOutlines } from './document-outlines.ts'
import { drawOutline } from './draw-outline.ts'
import { keylessOutlines } from './keyless-outlines.ts'
import { keylessStepOutlines, modelStepOutlines } from './step-outlines.ts'
import { toolTemplates } from './tool-templates.ts'

export interface Template {
  id: string
  /** What a template file holds: a flow or a tool, with what to know about it. */
  content: Record<string, unknown>
}

export const outlines = [
  ...keylessOutlines,
  ...keylessStepOutlines,
  ...chatOutlines,
  ...documentOutlines,
  ...chainOutlines,
  ...agentOutlines,
  ...modelStepOutlines,
]

/** The flows and tools to start from, drawn with the nodes of today. */
export function ownTemplates(describe: (name: string) => NodeDescription | undefined): Template[] {
  return [
    ...outlines.map((outline) => {
      const { nodes, edges } = drawOutline(outline, { describe })
      const { id, name, description, usecases, badge } = outline
      return {
        id,
        content: { name, description, type: 'Chatflow', usecases, ...(badge && { badge }), nodes, edges },
      }
    }),
    ...toolTemplates.map(({ id, schema, ...tool }) => ({
      id,
      content: { ...tool, type: 'Tool', iconSrc: '', schema: JSON.stringify(schema) },
    })),
  ]
}
