import { IconX } from '@tabler/icons-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { useCombobox } from '../../../components/use-combobox.ts'
import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import type { PaletteEntry } from '../model/palette-search.ts'
import { NOTE_NAME } from '../model/sticky-note.ts'
import { focusPane } from './focus-pane.ts'
import type { DraggedNode } from './palette-drag.ts'
import { PalettePurpose } from './palette-purpose.tsx'
import { PaletteRow } from './palette-row.tsx'
import { usePaletteGroups } from './use-palette-groups.ts'
import type { TitledGroup } from './use-palette-groups.ts'
import { useAddNode } from './use-add-node.ts'
import { useGrowingCount } from './use-idle.ts'
import { ToolButton } from './tool-button.tsx'

/** More rows than a tall window shows of the list. */
const IN_VIEW = 24

/** Docked beside the flow: everything that can be added, found by typing. */
export function PalettePanel({ onClose, isSheet = false }: { onClose(): void; isSheet?: boolean }) {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const request = useCanvasState((state) => state.palette)
  const isKept = useCanvasState((state) => state.isPaletteKept)
  const addNode = useAddNode()
  const id = useId()
  const search = useRef<HTMLInputElement>(null)
  const [words, setWords] = useState('')
  const groups = usePaletteGroups(words, request)
  const rows = useMemo(() => groups.flatMap((group) => group.entries), [groups])
  const drawn = useGrowingCount(IN_VIEW, rows.length)
  const { at, setActive, takeKey, listId, field } = useCombobox({
    id,
    count: rows.length,
    first: -1,
    onTake: (index) => {
      const entry = rows[index]
      if (entry) addEntry(entry)
    },
  })

  // A new request (a key, a dropped connection) starts with nothing left of the last one.
  const [answered, setAnswered] = useState(request)
  if (request !== answered) {
    setAnswered(request)
    setWords('')
    setActive(request === undefined || request.kind === 'add' ? -1 : 0)
  }
  useEffect(() => {
    if (request) search.current?.focus()
  }, [request])
  // On a new canvas one types at once; a caret that somebody has put elsewhere stays there.
  const isNew = useCanvasState((state) => state.history.present.nodes.length === 0 && !state.chatflow)
  const [startsTyping] = useState(isNew && !isSheet)
  useEffect(() => {
    if (startsTyping && document.activeElement === document.body) search.current?.focus()
  }, [startsTyping])

  const add = ({ name, inputs }: DraggedNode) => {
    addNode(name, request, inputs)
    // Beside the flow the panel stays, for the next node; over it, it must go for the node to be seen. One that was
    // opened for a port has done what it was opened for.
    if (isSheet || (request && request.kind !== 'add' && !isKept)) {
      onClose()
      if (!isSheet) focusPane()
    } else if (request) canvas.openPalette({ kind: 'add' })
    setWords('')
    setActive(-1)
  }
  const addEntry = ({ description, inputs }: PaletteEntry) => add({ name: description.name, inputs })
  const onKeyDown = (event: KeyboardEvent) => {
    if (!takeKey(event) && event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      if (words !== '') {
        setWords('')
        return
      }
      onClose()
      focusPane()
    }
  }
  const starts = groupStarts(groups)
  return (
    <section className="cw-palette" aria-label={t('palette.title')}>
      <div className="cw-palette-head">
        <input
          ref={search}
          type="text"
          {...field}
          className="cw-palette-search"
          aria-label={t('palette.search')}
          placeholder={t('palette.search')}
          autoComplete="off"
          value={words}
          onChange={(event) => {
            setWords(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
        <ToolButton label={t('palette.close')} shortcut="Esc" onClick={onClose}>
          <IconX size={20} aria-hidden />
        </ToolButton>
      </div>
      {request && request.kind !== 'add' ? <PalettePurpose request={request} /> : null}
      <div className="cw-palette-list" id={listId} role="listbox" aria-label={t('palette.title')}>
        {groups.map((group, groupIndex) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <div className="cw-palette-category" aria-hidden>
              <span>{group.title}</span>
              <span>{group.entries.length}</span>
            </div>
            {group.entries.map((entry, entryIndex) => {
              const place = (starts[groupIndex] ?? 0) + entryIndex
              if (place >= drawn && place !== at) return null
              return (
                <PaletteRow
                  key={`${entry.description.name} ${entry.description.label}`}
                  id={`${id}-${place}`}
                  entry={entry}
                  isActive={place === at}
                  onAdd={addEntry}
                />
              )
            })}
          </div>
        ))}
      </div>
      {rows.length === 0 ? (
        <div className="cw-palette-empty" role="status">
          <p>{words === '' ? t('palette.nothingFits') : t('palette.nothing', { words })}</p>
          <p>{t('palette.nothingHint')}</p>
          <PaletteFallbacks onAdd={(name) => add({ name })} />
        </div>
      ) : null}
      <div className="cw-palette-foot">
        <button type="button" className="cw-link" onClick={() => addNode(NOTE_NAME)}>
          {t('note.add')}
        </button>
      </div>
    </section>
  )
}

/** The place of each group's first entry among all entries. */
function groupStarts(groups: readonly TitledGroup[]): number[] {
  const starts: number[] = []
  let next = 0
  for (const group of groups) {
    starts.push(next)
    next += group.entries.length
  }
  return starts
}

const FALLBACKS = ['customTool', 'requestsGet', 'customFunction']

/** When nothing was found: the nodes with which anything can be built. */
function PaletteFallbacks({ onAdd }: { onAdd(name: string): void }) {
  const nodes = useCanvasState((state) => state.componentNodes)
  return FALLBACKS.flatMap((name) => nodes.find((node) => node.name === name) ?? []).map((description) => (
    <button key={description.name} type="button" className="cw-link" onClick={() => onAdd(description.name)}>
      {description.label}
    </button>
  ))
}
