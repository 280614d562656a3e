import { parseJson } from '@chatwright/core'
import { Id, NewCustomTool, NewVariable, type ExportFile } from '@chatwright/contract'
import { lists, readList, type Row } from '../database/backup-file.ts'

/** A row of a file, or why it cannot be taken. */
export type ReadRow = { name: string; id: string | undefined } & ({ row: Row } | { reason: string })

type FileRow = Record<string, unknown>

/** Where flows lie in a file, and which kind they are when they do not say. */
const flowLists = {
  ChatFlow: 'CHATFLOW',
  AgentFlow: 'MULTIAGENT',
  AgentFlowV2: 'AGENTFLOW',
  AssistantFlow: 'ASSISTANT',
} as const

/** The flows of a file with their settings; their graphs are text still. */
export function readFlowRows(file: ExportFile, at: string): ReadRow[] {
  return Object.entries(flowLists).flatMap(([list, type]) =>
    rowsOf(file, list).map((item) =>
      readRow({ ...item, type: knownType(item['type']) ?? type }, 'chatflows', at, (row) => ({
        ...row,
        version: 1,
        last_run_date: null,
        ...withSoundConfigs(row),
      })),
    ),
  )
}

export function readToolRows(file: ExportFile, at: string): ReadRow[] {
  return rowsOf(file, 'Tool').map((item) => {
    const { name, description, color, iconSrc, schema, func } = item
    const checked = NewCustomTool.safeParse({ name, description, color: color ?? '', iconSrc, schema, func })
    if (!checked.success) return refused(item, issueOf(checked.error))
    return readRow(item, 'tools', at, (row) => row)
  })
}

export function readVariableRows(file: ExportFile, at: string): ReadRow[] {
  return rowsOf(file, 'Variable').map((item) => {
    const value = item['value'] ?? ''
    const type = item['type'] === 'runtime' ? 'runtime' : 'static'
    const checked = NewVariable.safeParse({ name: item['name'], value, type })
    if (!checked.success) return refused(item, issueOf(checked.error))
    const dates = { createdDate: item['createdDate'] ?? at, updatedDate: item['updatedDate'] ?? at }
    // What is secret comes without its value; a value that came is no secret any more.
    const isSecret = item['isSecret'] === true && value === ''
    return readRow({ ...item, ...dates, value, type, isSecret }, 'variables', at, (row) => row)
  })
}

export const readMessageRows = (file: ExportFile, at: string): ReadRow[] =>
  rowsOf(file, 'ChatMessage').map((item) => readRow(item, 'chatmessages', at, (row) => ({ ...row, run_id: null })))

export const readFeedbackRows = (file: ExportFile, at: string): ReadRow[] =>
  rowsOf(file, 'ChatMessageFeedback').map((item) =>
    readRow({ ...item, createdDate: item['createdDate'] ?? at }, 'feedback', at, (row) => row),
  )

function rowsOf(file: ExportFile, list: string): FileRow[] {
  const rows = file[list]
  return Array.isArray(rows) ? (rows as FileRow[]) : []
}

const types: ReadonlySet<unknown> = new Set(Object.values(flowLists))

function knownType(type: unknown): string | undefined {
  return types.has(type) ? String(type) : undefined
}

/** A row needs no id to be read: it gets one when it is kept. */
function readRow(item: FileRow, key: (typeof lists)[number]['key'], at: string, finish: (row: Row) => Row): ReadRow {
  const list = lists.find((candidate) => candidate.key === key)
  if (!list) throw new Error(`No list is called ${key}`)
  const id = Id.safeParse(item['id'])
  try {
    const [row] = readList(list, [{ ...item, id: id.success ? id.data : 'none' }], at)
    if (!row) throw new Error('The row is empty')
    return { name: nameOf(item), id: id.success ? id.data : undefined, row: finish(row) }
  } catch (error) {
    return refused(item, error instanceof Error ? error.message : String(error))
  }
}

function refused(item: FileRow, reason: string): ReadRow {
  return { name: nameOf(item), id: undefined, reason }
}

function nameOf({ name, id }: FileRow): string {
  return typeof name === 'string' && name !== '' ? name : typeof id === 'string' ? id : 'Untitled'
}

function issueOf({ issues: [issue] }: { issues: { path: PropertyKey[]; message: string }[] }): string {
  return issue ? `${issue.path.map(String).join('.')}: ${issue.message}` : 'It cannot be read.'
}

const configs = [
  'chatbot_config',
  'api_config',
  'analytic',
  'speech_to_text',
  'text_to_speech',
  'follow_up_prompts',
] as const

/** Settings that are no JSON object mean nothing to anybody. */
function withSoundConfigs(row: Row): Row {
  return Object.fromEntries(configs.map((column) => [column, isObjectText(row[column]) ? (row[column] ?? null) : null]))
}

function isObjectText(value: unknown): boolean {
  if (typeof value !== 'string') return false
  try {
    const parsed: unknown = parseJson(value)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  } catch {
    return false
  }
}
