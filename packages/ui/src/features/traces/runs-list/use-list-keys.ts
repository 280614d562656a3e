import { useEffect, useRef } from 'react'

export interface ListKeys {
  /** The row that the keys act on; -1 for none. */
  at: number
  count: number
  onMove: (to: number) => void
  onPeek: () => void
  onToggle: () => void
  onClose: () => void
}

/** `j` and `k` walk the rows, Space peeks, `x` chooses, Esc closes; never while somebody writes or a menu is open. */
export function useListKeys(keys: ListKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return
      const { at, count, onMove, onPeek, onToggle, onClose } = latest.current
      const acts: Record<string, (() => void) | undefined> = {
        j: () => onMove(Math.min(count - 1, at + 1)),
        k: () => onMove(Math.max(0, at - 1)),
        x: at < 0 ? undefined : onToggle,
        // On a button it presses the button.
        ' ': at < 0 || isPressable(event.target) ? undefined : onPeek,
        Escape: onClose,
      }
      const act = count === 0 ? undefined : acts[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
}

function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  const isWriting = target.matches('input:not([type=checkbox]), textarea, select, [contenteditable=true]')
  return isWriting || target.closest('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null
}

function isPressable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, input, [role=tab], summary') !== null
}
