import { memo } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { PaletteEntry } from '../model/palette-search.ts'
import { NodeTile } from '../node/node-tile.tsx'
import { writePaletteDrag } from './palette-drag.ts'

interface PaletteRowProps {
  id: string
  entry: PaletteEntry
  isActive: boolean
  onAdd(entry: PaletteEntry): void
}

export const PaletteRow = memo(function PaletteRow({ id, entry, isActive, onAdd }: PaletteRowProps) {
  const { description, matches } = entry
  return (
    // The search field keeps the focus and moves the choice; a row answers to the pointer.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- see above
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={`cw-palette-row${isActive ? ' is-active' : ''}`}
      draggable
      onDragStart={(event) => writePaletteDrag(event.dataTransfer, { name: description.name, inputs: entry.inputs })}
      onClick={() => onAdd(entry)}
      title={description.description}
    >
      <NodeTile name={description.name} category={description.category} hasIcon />
      <span className="cw-palette-text">
        <span className="cw-palette-label">
          {boldMatches(description.label, matches)}
          {description.badge ? <Badge of={description.badge} /> : null}
          {description.origin ? <span className="cw-badge">{description.origin}</span> : null}
        </span>
        <span className="cw-palette-note">{description.description}</span>
      </span>
    </div>
  )
}, isSameRow)

/** Handlers are new on every render of the panel, and do the same. */
function isSameRow(before: PaletteRowProps, after: PaletteRowProps): boolean {
  return before.entry === after.entry && before.isActive === after.isActive && before.id === after.id
}

function Badge({ of }: { of: string }) {
  const { t } = useTranslation('canvas')
  return <span className="cw-badge">{t(`palette.badge.${badgeOf(of)}`)}</span>
}

function badgeOf(badge: string): 'beta' | 'new' | 'deprecated' {
  return badge === 'beta' || badge === 'new' ? badge : 'deprecated'
}

function boldMatches(label: string, matches: PaletteEntry['matches']): ReactNode[] {
  const parts: ReactNode[] = []
  let at = 0
  for (const [start, end] of matches) {
    parts.push(label.slice(at, start), <b key={start}>{label.slice(start, end)}</b>)
    at = end
  }
  parts.push(label.slice(at))
  return parts
}
