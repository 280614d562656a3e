import Dialog from '@mui/material/Dialog'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { DialogHead } from '../../../components/dialog-head.tsx'
import { useCombobox } from '../../../components/use-combobox.ts'

export interface ListEntry {
  id: string
  label: string
  note?: string
  /** Words that find it and are not shown. */
  alsoFoundBy?: string
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
  const terms = words.toLowerCase().split(/\s+/).filter(Boolean)
  const found = entries.filter((entry) => {
    const text = `${entry.label} ${entry.note ?? ''} ${entry.alsoFoundBy ?? ''}`.toLowerCase()
    return terms.every((term) => text.includes(term))
  })
  const choose = (index: number) => {
    const entry = found[index]
    if (!entry) return
    onClose()
    entry.run()
  }
  const { at, setActive, takeKey, listId, field, option } = useCombobox({ id, count: found.length, onTake: choose })
  return (
    <Dialog open onClose={onClose} maxWidth="md" aria-labelledby={`${id}-title`} className="cw-dialog cw-list-dialog">
      <DialogHead id={`${id}-title`} title={title} onClose={onClose} />
      <div className="cw-list-search">
        <input
          type="text"
          {...field}
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
          onKeyDown={(event) => void takeKey(event)}
        />
      </div>
      <div role="listbox" id={listId} aria-label={title} className="cw-choices-list">
        {found.map((entry, index) => (
          <div
            key={entry.id}
            {...option(index)}
            aria-selected={index === at}
            className={`cw-choice${index === at ? ' is-active' : ''}`}
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
