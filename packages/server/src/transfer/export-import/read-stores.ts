import { Id, type ExportFile } from '@chatwright/contract'
import { parseJson } from '@chatwright/core'
import type { Row } from '../database/backup-file.ts'
import type { ReadRow } from './read-export.ts'

/** A source of a store, as a file holds it. */
export interface FileSource {
  id: string | undefined
  loaderId: string
  loaderName: string
  loaderConfig: Record<string, unknown>
  splitterId: string
  splitterName: string
  splitterConfig: Record<string, unknown>
  credential?: string
}

type FileRow = Record<string, unknown>

const LONGEST_NAME = 255

/** The stores of documents of a file. Their sources lie in the row as text still. */
export function readStoreRows(file: ExportFile, at: string): ReadRow[] {
  return (file.DocumentStore ?? []).map((item) => {
    const id = Id.safeParse(item['id']).data
    const name = (textOf(item['name']) || id || 'Untitled').slice(0, LONGEST_NAME)
    const loaders = opened(item['loaders'] ?? [])
    if (!Array.isArray(loaders)) return { name, id, reason: "Its sources can't be read." }
    const row: Row = {
      name,
      description: textOf(item['description']),
      embedding: chosenText(item['embeddingConfig']),
      vector_store: chosenText(item['vectorStoreConfig']),
      record_manager: chosenText(item['recordManagerConfig']),
      created_date: dateOf(item['createdDate'], at),
      updated_date: dateOf(item['updatedDate'], at),
      loaders: JSON.stringify(loaders),
    }
    return { name, id, row }
  })
}

/** Those that can be read at all, and how many cannot. */
export function readSources(loaders: unknown): { sources: FileSource[]; unread: number } {
  const list = opened(loaders)
  const items: unknown[] = Array.isArray(list) ? list : []
  const sources = items.flatMap((item): FileSource[] => {
    const source = objectOf(item)
    const loaderId = textOf(source?.['loaderId'])
    if (!source || loaderId === '') return []
    const credential = textOf(source['credential'])
    return [
      {
        id: Id.safeParse(source['id']).data,
        loaderId,
        loaderName: textOf(source['loaderName']).slice(0, LONGEST_NAME),
        loaderConfig: objectOf(source['loaderConfig']) ?? {},
        splitterId: textOf(source['splitterId']),
        splitterName: textOf(source['splitterName']),
        splitterConfig: objectOf(source['splitterConfig']) ?? {},
        ...(credential !== '' && { credential }),
      },
    ]
  })
  return { sources, unread: items.length - sources.length }
}

/** A node that was chosen, with its values; nothing where none was. */
function chosenText(value: unknown): string | null {
  const chosen = objectOf(opened(value))
  const name = textOf(chosen?.['name'])
  return chosen && name !== '' ? JSON.stringify({ name, config: objectOf(chosen['config']) ?? {} }) : null
}

/** Lists and settings lie in a file as texts. */
function opened(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return parseJson(value)
  } catch {
    return undefined
  }
}

function objectOf(value: unknown): FileRow | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FileRow) : undefined
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function dateOf(value: unknown, fallback: string): string {
  const date = typeof value === 'string' ? new Date(value) : undefined
  return date && !Number.isNaN(date.getTime()) ? date.toISOString() : fallback
}
