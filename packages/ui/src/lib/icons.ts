import { getCredentialKindIcon, getNodeIcon, getNodeIcons, routeUrl } from '@chatwright/contract'
import { useSyncExternalStore } from 'react'

import { call } from './api.ts'
import { cutSheet, EMPTY_SHEET } from './icon-sheet.ts'
import type { IconSheet } from './icon-sheet.ts'

let sheet: IconSheet | undefined
let isAskedFor = false
const listeners = new Set<() => void>()

/** Asks for the pictures of the catalogue, all at once and once. Without them, each is asked for by itself. */
export function loadIcons(): void {
  if (isAskedFor) return
  isAskedFor = true
  void call(getNodeIcons)
    .then((text) => cutSheet(String(text)))
    .catch(() => EMPTY_SHEET)
    .then((cut) => {
      sheet = cut
      for (const tell of listeners) tell()
    })
}

/** Where a node's picture is; nothing while that is not known. Other people's nodes have theirs on the server alone. */
export function useNodeIcon(name: string): string | undefined {
  const known = useSheet()
  return known && (known.nodes.get(name) ?? routeUrl(getNodeIcon, { params: { name } }))
}

export function useCredentialIcon(name: string): string | undefined {
  const known = useSheet()
  return known && (known.credentials.get(name) ?? routeUrl(getCredentialKindIcon, { params: { name } }))
}

function useSheet(): IconSheet | undefined {
  return useSyncExternalStore(subscribe, () => sheet)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  loadIcons()
  return () => listeners.delete(listener)
}
