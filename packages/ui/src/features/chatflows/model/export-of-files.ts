import type { ExportFile } from '@chatwright/contract'

import { asObject, asText } from '../../../lib/prediction/read-json.ts'

type Rows = Record<string, unknown>[]

/** What the lists of a database export are called in an `ExportData.json`. Keys stay behind, and so does what is in them. */
const newerNames: Readonly<Record<string, string>> = {
  chatflows: 'ChatFlow',
  chatmessages: 'ChatMessage',
  tools: 'Tool',
  variables: 'Variable',
  feedback: 'ChatMessageFeedback',
}
const EXPORT_LISTS: ReadonlySet<string> = new Set([
  ...Object.values(newerNames),
  'AgentFlow',
  'AgentFlowV2',
  'AssistantFlow',
  'DocumentStore',
])

/** A file as one `ExportData.json`, whatever it is: a flow, a tool, a database. Throws for a text that is no JSON. */
export function exportOfFile({ name, text }: { name: string; text: string }): ExportFile {
  const content: unknown = JSON.parse(text)
  const record = asObject(content)
  if (record) {
    const lists = listsOf(record)
    if (lists) return lists
    if (typeof record['func'] === 'string' && 'schema' in record) return { Tool: [record] }
  }
  const fileName = name.replace(/\.json$/i, '').replace(/ Chatflow$/, '')
  const flowName = asText(record?.['name']) ?? asText(record?.['templateName']) ?? fileName
  const hasRow = record !== undefined && typeof record['flowData'] === 'string'
  return { ChatFlow: [{ ...(hasRow ? record : { flowData: text }), name: flowName.slice(0, 200) }] }
}

/** Several files as one. */
export function mergeExports(files: readonly ExportFile[]): ExportFile {
  const merged: Record<string, Rows> = {}
  for (const file of files) {
    for (const [list, rows] of Object.entries(file)) {
      if (Array.isArray(rows)) merged[list] = [...(merged[list] ?? []), ...(rows as Rows)]
    }
  }
  return merged
}

function listsOf(record: Record<string, unknown>): ExportFile | undefined {
  const lists = Object.entries(record).filter((entry): entry is [string, Rows] => Array.isArray(entry[1]))
  if ('nodes' in record || !lists.some(([list]) => EXPORT_LISTS.has(newerNames[list] ?? list))) return undefined
  return Object.fromEntries(
    lists.map(([list, rows]) => {
      const name = newerNames[list] ?? list
      // Of what stays behind only the number is told: keys and secrets have no business on the way.
      return [name, EXPORT_LISTS.has(name) ? rows : rows.map(() => ({}))]
    }),
  )
}
