import type { Document } from '@chatwright/core'

import { safeAddress } from '../../../components/markdown/safe-address.ts'
import { asNumber, asObject, asText } from '../../../lib/prediction/read-json.ts'

export interface ListedSource {
  number: number
  /** What to call it; nothing when the passage does not say where it is from. */
  title: string | undefined
  address: string | undefined
  page: number | undefined
  document: Document
}

/** The passages of an answer, numbered, each once. */
export function listSources(documents: readonly Document[]): ListedSource[] {
  const seen = new Set<string>()
  const distinct = documents.filter((document) => {
    const key = `${asText(document.metadata['source']) ?? ''}\n${document.pageContent}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
  return distinct.map((document, index) => ({
    number: index + 1,
    title: titleOf(document),
    address: safeAddress(asText(document.metadata['source']) ?? asText(document.metadata['url']) ?? '') || undefined,
    page: pageOf(document),
    document,
  }))
}

function titleOf({ metadata, pageContent }: Document): string | undefined {
  const named = asText(metadata['title']) ?? asText(metadata['fileName']) ?? asText(metadata['source'])
  if (named !== undefined && named.trim() !== '' && named !== 'blob') return shortName(named)
  // Enough for any width: what does not fit is cut where it is shown, with an ellipsis.
  const words = pageContent.trim().replaceAll(/\s+/g, ' ').slice(0, LONGEST_TITLE)
  return words === '' ? undefined : words
}

const LONGEST_TITLE = 120

/** A file by its name, a page by its host and path. */
function shortName(name: string): string {
  if (safeAddress(name) !== '') {
    const { host, pathname } = new URL(name)
    return pathname === '/' ? host : `${host}${pathname}`
  }
  return name.split(/[\\/]/).at(-1) || name
}

function pageOf({ metadata }: Document): number | undefined {
  return asNumber(asObject(metadata['loc'])?.['pageNumber']) ?? asNumber(metadata['page'])
}
