import Popover from '@mui/material/Popover'
import type { InputOption } from '@chatwright/core'
import { IconCheck } from '@tabler/icons-react'
import { useId, useMemo, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useCombobox } from '../../components/use-combobox.ts'

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
  const entries: readonly InputOption[] = isNew
    ? [{ name: words.trim(), label: t('useTyped', { words: words.trim() }) }, ...found]
    : found
  const take = (index: number) => {
    const entry = entries[index]
    if (!entry) return
    onChoose(entry.name)
    if (!isMultiple) onClose()
  }
  const { at, setActive, takeKey, activeId, listId, field, option } = useCombobox({
    id,
    count: entries.length,
    first: Math.max(
      0,
      options.findIndex(({ name }) => chosen.includes(name)),
    ),
    onTake: take,
  })
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (!takeKey(event) && (event.key === 'Escape' || event.key === 'Tab')) onClose()
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
          {...field}
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
          id={listId}
          aria-label={label}
          aria-multiselectable={isMultiple || undefined}
          tabIndex={hasSearch ? -1 : 0}
          aria-activedescendant={activeId}
          className="cw-choices-list"
          ref={(list) => {
            if (!hasSearch) list?.focus()
          }}
          onKeyDown={onKeyDown}
        >
          {entries.map((entry, index) => (
            <div
              key={entry.name}
              {...option(index)}
              aria-selected={chosen.includes(entry.name)}
              className={`cw-choice${index === at ? ' is-active' : ''}`}
            >
              <span className="cw-choice-text">
                <span>{entry.label}</span>
                {entry.description ? <span className="cw-choice-note">{entry.description}</span> : null}
              </span>
              {chosen.includes(entry.name) ? <IconCheck size={16} aria-hidden /> : null}
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
