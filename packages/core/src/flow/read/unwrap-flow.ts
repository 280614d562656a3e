import { FlowFormatError } from '../format-error.ts'
import { parseJsonText } from '../parse-json-text.ts'

/** What a file or an API answer holds of a flow. */
export interface Unwrapped {
  flow: unknown
  name?: string
  description?: string
}

/** Takes the flow out of whatever it came in: a text, a flow file, a template, an answer of the API. */
export function unwrapFlow(source: unknown): Unwrapped {
  const value = typeof source === 'string' ? parseJsonText(source) : source
  // `flowData` is itself a text, and some tools quote it once more.
  if (typeof value === 'string' && value !== source) return unwrapFlow(value)
  if (!isRecord(value)) {
    throw new FlowFormatError(`This isn't a flow: it contains ${Array.isArray(value) ? 'a list' : typeof value}.`)
  }
  refuseOtherFiles(value)
  const named = {
    ...label('name', value['name'] ?? value['templateName']),
    ...label('description', value['description']),
  }
  if ('flowData' in value && !('nodes' in value)) return { ...unwrapFlow(value['flowData']), ...named }
  return { flow: value, ...named }
}

/** What an ExportData.json calls its flows. */
const EXPORT_LISTS = ['ChatFlow', 'AgentFlow', 'AgentFlowV2']

function refuseOtherFiles(value: Record<string, unknown>): void {
  if (Array.isArray(value['chatflows'])) {
    throw new FlowFormatError('This is a whole database, not one flow. Use Load Database in the user menu.')
  }
  if (EXPORT_LISTS.some((list) => Array.isArray(value[list]))) {
    throw new FlowFormatError(
      'This is an export of several flows, not one flow. Use “Load a flow from a file” in the side menu.',
    )
  }
  if (typeof value['func'] === 'string' && 'schema' in value) {
    throw new FlowFormatError('This is a custom tool, not a flow. Import it on the Tools page.')
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function label<Key extends string>(key: Key, value: unknown): Partial<Record<Key, string>> {
  return typeof value === 'string' && value !== '' ? ({ [key]: value } as Record<Key, string>) : {}
}
