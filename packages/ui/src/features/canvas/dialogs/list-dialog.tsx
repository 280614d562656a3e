import Dialog from '@mui/material/Dialog'
import { useId, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { DialogHead } from '../../../components/dialog-head.tsx'

export interface ListEntry {
  id: string
  label: string
  note?: string
  icon?: ReactNode
  run(): void
}

interface ListDialogProps {
  title: string
  placeholder: string
  empty: string
  entries: readonly ListEntry[]
  onClose(): void
}

/** Type to narrow, arrows to move, Enter to go. */
export function ListDialog({ title, placeholder, empty, entries, onClose }: ListDialogProps) {
  const { t } = useTranslation('canvas')
  const id = useId()
  const [words, setWords] = useState('')
  const [active, setActive] = useState(0)
  const terms = words.toLowerCase().split(/\s+/).filter(Boolean)
  const found = entries.filter((entry) => {
    const text = `${entry.label} ${entry.note ?? ''}`.toLowerCase()
    return terms.every((term) => text.includes(term))
  })
  const at = Math.min(active, found.length - 1)
  const choose = (entry: ListEntry | undefined) => {
    if (!entry) return
    onClose()
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const next = Math.max(0, Math.min(found.length - 1, at + step))
      setActive(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      choose(found[at])
    }
  }
  return (
    <Dialog open onClose={onClose} maxWidth="md" aria-labelledby={`${id}-title`} className="cw-dialog cw-list-dialog">
      <DialogHead id={`${id}-title`} title={title} onClose={onClose} />
      <div className="cw-list-search">
        <input
          type="text"
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
          aria-label={placeholder}
          className="cw-field is-form"
          placeholder={placeholder}
          // The dialog was opened to search.
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
          autoFocus
          value={words}
          onChange={(event) => {
            setWords(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div role="listbox" id={`${id}-list`} aria-label={title} className="cw-choices-list">
        {found.map((entry, index) => (
          // The search field keeps the focus and moves the choice; a row answers to the pointer.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- see above
          <div
            key={entry.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            tabIndex={-1}
            className={`cw-choice${index === at ? ' is-active' : ''}`}
            onPointerMove={() => setActive(index)}
            onClick={() => choose(entry)}
          >
            {entry.icon}
            <span className="cw-choice-text">
              <span>{entry.label}</span>
              {entry.note === undefined ? null : <span className="cw-choice-note">{entry.note}</span>}
            </span>
          </div>
        ))}
      </div>
      {found.length === 0 ? (
        <p className="cw-choices-empty" role="status">
          {entries.length === 0 ? empty : t('find.nothing', { words })}
        </p>
      ) : null}
    </Dialog>
  )
}
