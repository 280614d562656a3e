import { NodeError, type Document, type DocumentFailure } from '@chatwright/core'
import { documentId } from '@chatwright/nodes'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { cleanText, toMetadataText } from '../vectors/stored-document.ts'
import type { ReadPassage } from './compare-passages.ts'
import type { ComponentOpener, OpenOptions, StoreName } from './open-components.ts'
import { settingsOf, type SourceRow, type SourceSettings } from './knowledge-store.ts'

export interface ReadSource {
  documents: Document[]
  failures: DocumentFailure[]
}

/** Reads what a source holds now. One document that cannot be read is told of; the rest is read. */
export async function readDocuments(
  opener: Pick<ComponentOpener, 'documents'>,
  store: StoreName,
  source: { loaderId: string; settings: SourceSettings },
  options: OpenOptions,
): Promise<ReadSource> {
  const failures: DocumentFailure[] = []
  const { value, run } = await opener.documents(store, source, options)
  try {
    const read = await value.load(run, (document, error) => failures.push(failureOf(document, error)))
    return { documents: read.filter(({ pageContent }) => pageContent.trim() !== ''), failures }
  } catch (error) {
    options.signal.throwIfAborted()
    // Each was named by itself: the source as a whole has nothing to add.
    if (failures.length > 0) return { documents: [], failures }
    throw error
  }
}

/** The passages of a stored source, each with an id that stays while its words, facts and source do. */
export async function readPassages(
  opener: Pick<ComponentOpener, 'documents'>,
  store: StoreName,
  row: SourceRow,
  signal: AbortSignal,
): Promise<{ passages: ReadPassage[]; failures: DocumentFailure[] }> {
  const source = { loaderId: row.loader_id, settings: settingsOf(row) }
  const { documents, failures } = await readDocuments(opener, store, source, { signal })
  const passages = new Map<string, ReadPassage>()
  const places = new Map<string, number>()
  for (const [index, { pageContent, metadata }] of documents.entries()) {
    if (index % ROWS_A_TURN === 0) await nextTurn()
    const content = cleanText(pageContent)
    const facts = toMetadataText(metadata)
    const id = documentId(row.id, { pageContent: content, metadata: JSON.parse(facts) as Document['metadata'] })
    if (passages.has(id)) continue
    const document = documentOf(metadata, row.loader_name)
    const seq = places.get(document) ?? 0
    places.set(document, seq + 1)
    passages.set(id, { id, document, seq, content, metadata: facts })
  }
  return { passages: [...passages.values()], failures }
}

const ROWS_A_TURN = 500
const LONGEST_NAME = 500

/** What people call the document that a passage comes from. */
function documentOf(metadata: Document['metadata'], fallback: string): string {
  const { source } = metadata
  return cleanText(typeof source === 'string' && source !== '' ? source : fallback).slice(0, LONGEST_NAME)
}

export function failureOf(document: string, error: unknown): DocumentFailure {
  const message = error instanceof Error ? error.message : String(error)
  return { document, message, ...(error instanceof NodeError && error.hint !== undefined && { hint: error.hint }) }
}
