import Popover from '@mui/material/Popover'
import type { InputOption } from '@chatwright/core'
import { IconCheck } from '@tabler/icons-react'
import { useId, useMemo, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

const SEARCH_FROM = 8

interface ChoiceListProps {
  anchor: HTMLElement
  label: string
  options: readonly InputOption[]
  chosen: readonly string[]
  isMultiple?: boolean
  /** What is typed may be taken although the list does not hold it. */
  isFree?: boolean
  /** Loading, failed or empty, in place of the list. */
  state?: ReactNode
  /** Below the list: create, edit. */
  foot?: ReactNode
  onChoose(name: string): void
  onClose(): void
}

/** The choices of a field, searchable when there are many; arrows move, Enter takes, Esc closes. */
export function ChoiceList(props: ChoiceListProps) {
  const { anchor, label, options, chosen, isMultiple = false, isFree = false, state, foot, onChoose, onClose } = props
  const { t } = useTranslation('form')
  const id = useId()
  const [words, setWords] = useState('')
  const hasSearch = options.length > SEARCH_FROM || isFree
  const found = useMemo(() => filterOptions(options, words), [options, words])
  const isNew = isFree && words.trim() !== '' && !options.some((option) => option.name === words.trim())
  const entries = isNew ? [{ name: words.trim(), label: t('useTyped', { words: words.trim() }) }, ...found] : found
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => chosen.includes(option.name)),
    ),
  )
  const at = Math.min(active, entries.length - 1)

  const take = (name: string) => {
    onChoose(name)
    if (!isMultiple) onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const next = Math.max(0, Math.min(entries.length - 1, at + step))
      setActive(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const entry = entries[at]
      if (entry) take(entry.name)
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      onClose()
    }
  }

  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      transformOrigin={{ vertical: -4, horizontal: 'left' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': label,
          className: 'cw-choices',
          style: { minWidth: Math.max(anchor.getBoundingClientRect().width, 240) },
        },
      }}
    >
      {hasSearch ? (
        <input
          className="cw-choices-search"
          type="text"
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={entries[at] ? `${id}-${at}` : undefined}
          aria-label={label}
          placeholder={isFree ? t('searchOrType') : t('search')}
          value={words}
          autoFocus
          onChange={(event) => {
            setWords(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
      ) : null}
      {state ?? (
        <div
          role="listbox"
          id={`${id}-list`}
          aria-label={label}
          aria-multiselectable={isMultiple || undefined}
          tabIndex={hasSearch ? -1 : 0}
          aria-activedescendant={entries[at] ? `${id}-${at}` : undefined}
          className="cw-choices-list"
          ref={(list) => {
            if (!hasSearch) list?.focus()
          }}
          onKeyDown={onKeyDown}
        >
          {entries.map((option, index) => (
            // The search field or the list itself keeps the focus and the keys; a row answers to the pointer.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- see above
            <div
              key={option.name}
              id={`${id}-${index}`}
              role="option"
              aria-selected={chosen.includes(option.name)}
              tabIndex={-1}
              className={`cw-choice${index === at ? ' is-active' : ''}`}
              onPointerMove={() => setActive(index)}
              onClick={() => take(option.name)}
            >
              <span className="cw-choice-text">
                <span>{option.label}</span>
                {option.description ? <span className="cw-choice-note">{option.description}</span> : null}
              </span>
              {chosen.includes(option.name) ? <IconCheck size={16} aria-hidden /> : null}
            </div>
          ))}
          {entries.length === 0 ? <p className="cw-choices-empty">{t('noChoice')}</p> : null}
        </div>
      )}
      {foot}
    </Popover>
  )
}

function filterOptions(options: readonly InputOption[], words: string): readonly InputOption[] {
  const terms = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (terms.length === 0) return options
  return options.filter((option) => {
    const text = `${option.label} ${option.name} ${option.description ?? ''}`.toLowerCase()
    return terms.every((term) => text.includes(term))
  })
}
