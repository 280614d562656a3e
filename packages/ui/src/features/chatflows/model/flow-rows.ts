import { asObject, asText } from '../../../lib/prediction/read-json.ts'

interface FlowSource {
  name: string
  source: unknown
}

/** Something of an export that is no flow, and how many there are. */
interface LeftBehind {
  kind: string
  count: number
}

/** Flows lie alone in a file, under `chatflows` in a database export, or under these names in newer exports. */
const FLOW_LISTS = new Set(['chatflows', 'ChatFlow', 'AgentFlow', 'AgentFlowV2'])

/** Every flow of a file, and what else it holds. Throws for a text that is no JSON. */
export function flowsInFile({ name, text }: { name: string; text: string }): {
  sources: FlowSource[]
  leftBehind: LeftBehind[]
} {
  const fileName = name.replace(/\.json$/i, '').replace(/ Chatflow$/, '')
  const content: unknown = JSON.parse(text)
  const lists = Object.entries(asObject(content) ?? {}).filter(
    (entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && entry[1].length > 0,
  )
  const flows = lists.filter(([key]) => FLOW_LISTS.has(key)).flatMap(([, list]) => list)
  if (flows.length === 0) return { sources: [{ name: fileName, source: content }], leftBehind: [] }
  return {
    sources: flows.map((source) => ({ name: asText(asObject(source)?.['name']) ?? fileName, source })),
    leftBehind: lists.filter(([key]) => !FLOW_LISTS.has(key)).map(([kind, list]) => ({ kind, count: list.length })),
  }
}
