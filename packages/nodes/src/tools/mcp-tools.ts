import { findShapeFault, NodeError, type JsonSchema } from '@chatwright/core'
import { capText } from './text-tool.ts'

export interface McpTool {
  name: string
  description: string
  parameters: JsonSchema
  /** Its server says that it changes nothing. */
  isReadOnly?: true
}

interface OfferedTool {
  name: string
  description?: string | undefined
  inputSchema: object
  annotations?: { readOnlyHint?: boolean | undefined } | undefined
}

const MOST_TOOLS = 1000
/** The protocol's own limit. */
const LONGEST_NAME = 128
const LONGEST_DESCRIPTION = 4000
/** Characters of one tool's inputs: a model reads them with every question. */
const LARGEST_SCHEMA = 32_000
const DEEPEST_SCHEMA = 20

/** The tools a server offers, as much of each as a model can use. One it cannot even name is left out. */
export function readMcpTools(offered: readonly OfferedTool[]): McpTool[] {
  if (offered.length > MOST_TOOLS) {
    throw new NodeError(`The MCP server offers ${offered.length} tools. At most ${MOST_TOOLS} can be used.`, {
      code: 'refused',
      field: 'mcpServerConfig',
      hint: 'Use a server with fewer tools.',
    })
  }
  return offered
    .filter(({ name }) => name.length <= LONGEST_NAME)
    .map(({ name, description, inputSchema, annotations }) => {
      const words = capText(description ?? name, LONGEST_DESCRIPTION)
      const offer = { name, ...(annotations?.readOnlyHint === true && { isReadOnly: true as const }) }
      if (isUsable(inputSchema)) return { ...offer, description: words, parameters: inputSchema as JsonSchema }
      return {
        ...offer,
        description: `${words}\n[cut: its inputs are described at too great length; give them as the description says]`,
        parameters: { type: 'object' as const },
      }
    })
}

function isUsable(schema: object): boolean {
  try {
    const text = JSON.stringify(schema)
    return text.length <= LARGEST_SCHEMA && findShapeFault(text, { maxDepth: DEEPEST_SCHEMA }) === undefined
  } catch {
    // Nested so deeply that it cannot be written down.
    return false
  }
}
