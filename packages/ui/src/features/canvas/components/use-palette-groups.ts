import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

import { useCanvasState } from '../canvas-context.tsx'
import { wantedFit } from '../model/add-from-palette.ts'
import type { PaletteRequest } from '../model/canvas-state.ts'
import { fits, groupPalette, searchPalette } from '../model/palette-search.ts'
import type { PaletteEntry } from '../model/palette-search.ts'
import { usePreferences } from './preferences.ts'

export interface TitledGroup {
  title: string
  entries: PaletteEntry[]
}

/** What the palette shows: recently used, then the categories; while searching, the best match first. */
export function usePaletteGroups(words: string, request: PaletteRequest | undefined): TitledGroup[] {
  const { t } = useTranslation('canvas')
  const descriptions = useCanvasState((state) => state.componentNodes)
  const flow = useCanvasState((state) => (request && request.kind !== 'add' ? state.history.present : undefined))
  const isSearching = words.trim() !== ''
  const recent = usePreferences((state) => state.recentNodes)
  return useMemo(() => {
    const wanted = flow ? wantedFit(flow, request) : {}
    const offered = descriptions.filter((description) => !description.traits?.inert && fits(description, wanted))
    const found = searchPalette(offered, words)
    if (found.length === 0) return []
    if (isSearching) return [{ title: t('palette.results'), entries: found }]
    const recentEntries = recent.flatMap((name) => found.find((entry) => entry.description.name === name) ?? [])
    const groups = groupPalette(found).map(({ category, entries }) => ({ title: category, entries }))
    return recentEntries.length > 0 && !flow
      ? [{ title: t('palette.recent'), entries: recentEntries }, ...groups]
      : groups
  }, [descriptions, flow, request, words, isSearching, recent, t])
}
