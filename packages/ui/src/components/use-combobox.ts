import { useState } from 'react'
import type { KeyboardEvent } from 'react'

interface ComboboxOptions {
  id: string
  /** How many choices there are now. */
  count: number
  /** The choice it opens with; -1 for none until somebody moves or types. */
  first?: number
  /** After the last choice comes the first. */
  isRound?: boolean
  onTake: (index: number) => void
}

/** How many rows a page of a list is. */
const PAGE = 8
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }

/**
 * A field and the choices it offers. The field keeps the caret and the keys, the active choice moves below it, and a
 * screen reader is told of both.
 */
export function useCombobox({ id, count, first = 0, isRound = false, onTake }: ComboboxOptions) {
  const [active, setActive] = useState(first)
  const at = Math.min(active, count - 1)
  const activeId = at >= 0 ? `${id}-${at}` : undefined
  const move = (step: number): void => {
    const next = isRound ? (((at + step) % count) + count) % count : Math.max(0, Math.min(count - 1, at + step))
    setActive(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  /** Says whether the key was for the list. Enter takes the active choice, or the first. */
  const takeKey = (event: KeyboardEvent): boolean => {
    const step = STEPS[event.key]
    if (step === undefined && event.key !== 'Enter') return false
    event.preventDefault()
    if (count === 0) return true
    if (step === undefined) onTake(Math.max(at, 0))
    else move(step)
    return true
  }
  return {
    at,
    setActive,
    takeKey,
    /** For an element that has the keys but another role: a text, or the list itself. */
    activeId,
    listId: `${id}-list`,
    field: {
      role: 'combobox',
      'aria-expanded': true,
      'aria-controls': `${id}-list`,
      'aria-activedescendant': activeId,
    },
    option: (index: number) => ({
      id: `${id}-${index}`,
      role: 'option',
      tabIndex: -1,
      onPointerMove: () => setActive(index),
      onClick: () => onTake(index),
    }),
  } as const
}
