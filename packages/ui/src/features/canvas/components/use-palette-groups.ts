import { STEP_CATEGORY } from '@chatwright/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

import { useCanvasState } from '../canvas-context.tsx'
import { bestFits } from '../model/best-fits.ts'
import { canvasKind } from '../model/canvas-state.ts'
import type { PaletteRequest } from '../model/canvas-state.ts'
import { offeredNodes } from '../model/offered-nodes.ts'
import { NOTE_NAME } from '../model/sticky-note.ts'
import { groupPalette, searchPalette } from '../model/palette-search.ts'
import type { PaletteEntry } from '../model/palette-search.ts'
import { useLocalEntries } from '../local-models/use-local-entries.ts'
import { usePreferences } from './preferences.ts'

export interface TitledGroup {
  title: string
  entries: PaletteEntry[]
}

/** What the palette shows: recently used, what runs on this machine, the categories; while searching, the best match first. */
export function usePaletteGroups(words: string, request: PaletteRequest | undefined): TitledGroup[] {
  const { t } = useTranslation('canvas')
  const descriptions = useCanvasState((state) => state.componentNodes)
  const flow = useCanvasState((state) => (request && request.kind !== 'add' ? state.history.present : undefined))
  const kind = useCanvasState(canvasKind)
  const hasStart = useCanvasState(({ history }) =>
    history.present.nodes.some((node) => node.data['hideInput'] === true),
  )
  const isSearching = words.trim() !== ''
  const recent = usePreferences((state) => state.recentNodes)
  const local = useLocalEntries()
  return useMemo(() => {
    const offered = offeredNodes([...local.map(({ description }) => description), ...descriptions], {
      kind,
      hasStart,
      flow,
      request,
    })
    // A note goes with anything and is no part of a run: it is found by its name alone.
    const notes = isSearching && !flow ? descriptions.filter(({ name }) => name === NOTE_NAME) : []
    const presets = new Map(local.map(({ description, inputs }) => [description, inputs]))
    const found = searchPalette([...offered, ...notes], words).map((entry) => {
      const inputs = presets.get(entry.description)
      return inputs ? { ...entry, inputs } : entry
    })
    if (found.length === 0) return []
    if (isSearching) return [{ title: t('palette.results'), entries: found }]
    const here = found.filter((entry) => entry.inputs)
    const catalogued = found.filter((entry) => !entry.inputs)
    const used = flow ? [] : recent.flatMap((name) => catalogued.find((entry) => entry.description.name === name) ?? [])
    return [
      { title: t('palette.best'), entries: flow ? bestFits(found, recent) : [] },
      { title: t('palette.recent'), entries: used },
      { title: t('palette.local'), entries: here },
      ...groupPalette(catalogued).map(({ category, entries }) => ({
        title: category === STEP_CATEGORY ? t('palette.steps') : category,
        entries,
      })),
    ].filter(({ entries }) => entries.length > 0)
  }, [descriptions, flow, kind, hasStart, local, request, words, isSearching, recent, t])
}
