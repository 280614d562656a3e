import type { CustomTool, NewCustomTool, ToolSchemaRow } from '@chatwright/contract'

import { newId } from '../../lib/new-id.ts'

/** A tool while it is written. */
export interface ToolDraft {
  id: string | undefined
  name: string
  description: string
  color: string
  iconSrc: string | null
  rows: SchemaRow[]
  func: string
}

export interface SchemaRow {
  /** Only for the form: keeps a row's fields together while its name is typed. */
  key: string
  property: string
  type: ToolSchemaRow['type']
  description: string
  required: boolean
}

export type ToolSource = Partial<
  Pick<CustomTool, 'id' | 'name' | 'description' | 'color' | 'iconSrc' | 'schema' | 'func'>
>

export function startDraft(source: ToolSource = {}): ToolDraft {
  return {
    id: source.id,
    name: source.name ?? '',
    description: source.description ?? '',
    color: source.color ?? '',
    iconSrc: source.iconSrc ?? null,
    rows: readRows(source.schema ?? null),
    func: source.func ?? '',
  }
}

export function toBody(draft: ToolDraft): NewCustomTool {
  return {
    name: draft.name.trim(),
    description: draft.description.trim(),
    color: draft.color === '' ? colorFor(draft.name) : draft.color,
    iconSrc: draft.iconSrc,
    schema: writeRows(draft.rows),
    func: draft.func,
  }
}

export function newRow(): SchemaRow {
  return { key: newId(), property: '', type: 'string', description: '', required: true }
}

/** Schemas are stored as JSON text; one that cannot be read starts an empty grid. */
export function readRows(schema: string | null): SchemaRow[] {
  if (!schema) return []
  try {
    const rows: unknown = JSON.parse(schema)
    return Array.isArray(rows) ? rows.map(readRow) : []
  } catch {
    return []
  }
}

export function writeRows(rows: readonly SchemaRow[]): string {
  return JSON.stringify(
    rows.map(({ property, type, description, required }) => ({ property, type, description, required })),
  )
}

/** The file another server takes in: everything but id and dates. */
export function exportedTool(draft: ToolDraft): { name: string; text: string } {
  return { name: `${draft.name}-CustomTool.json`, text: JSON.stringify(toBody(draft), undefined, 2) }
}

/** Reads an exported tool; nothing when the text is not one. */
export function importedTool(text: string): ToolSource | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    const fields = new Map<string, unknown>(Object.entries(value))
    const words = (name: string) => {
      const field = fields.get(name)
      return typeof field === 'string' ? field : undefined
    }
    const name = words('name')
    const description = words('description')
    if (name === undefined || description === undefined) return undefined
    return {
      name,
      description,
      color: words('color') ?? '',
      iconSrc: words('iconSrc') ?? null,
      schema: words('schema') ?? null,
      func: words('func') ?? null,
    }
  } catch {
    return undefined
  }
}

function readRow(row: unknown): SchemaRow {
  const fields = new Map<string, unknown>(Object.entries(typeof row === 'object' && row !== null ? row : {}))
  const type = TYPES.find((name) => name === fields.get('type'))
  const words = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    ...newRow(),
    property: words('property'),
    type: type ?? 'string',
    description: words('description'),
    required: fields.get('required') !== false,
  }
}

export const TYPES = ['string', 'number', 'boolean', 'date'] as const

const COLORS = ['#1565C0', '#5E35B1', '#0B7285', '#4D6100', '#7A4B24', '#A0430A', '#9C2A7A']

/** The same name always gets the same colour. */
function colorFor(name: string): string {
  const sum = Array.from(name, (letter) => letter.codePointAt(0) ?? 0).reduce((total, point) => total + point, 0)
  return COLORS[sum % COLORS.length] ?? '#1565C0'
}
