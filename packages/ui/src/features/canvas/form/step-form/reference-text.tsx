import { markdownOfHtml } from '@chatwright/core'
import { IconBraces } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { useCombobox } from '../../../../components/use-combobox.ts'
import { asText, controlClass } from '../../../../parts/parameter-form/field-props.ts'
import { lastValue } from '../../inspector/last-value.ts'
import { useLastRun } from '../../inspector/use-last-run.ts'
import { fillReference, openReferenceAt } from './open-reference.ts'
import type { OpenReference } from './open-reference.ts'
import type { StepFieldProps } from './step-field-props.ts'
import { filterReferences, useReferences } from './use-references.ts'

const MOST_ROWS = 12
/** From so many lines on, that many are there to be seen before anything is written. */
const SHOWN_ROWS = 6
const ROW_HEIGHT = 20
const EDGES = 18

function roomFor(rows: number) {
  return rows < SHOWN_ROWS ? {} : { minHeight: SHOWN_ROWS * ROW_HEIGHT + EDGES }
}

function showOnce(list: HTMLElement | null): void {
  list?.scrollIntoView({ block: 'nearest' })
}

/** A text of a step. Where it may speak of values of the run, typing `{{` offers those that can be known by then. */
export function ReferenceText(props: StepFieldProps) {
  const { node, param, value, field, takesReferences, onValue, isReadOnly, isInvalid, ids } = props
  const { t } = useTranslation('canvas')
  const control = useRef<HTMLTextAreaElement | HTMLInputElement>(null)
  const [open, setOpen] = useState<OpenReference>()
  const hasReferences = !isReadOnly && (param.acceptVariable === true || takesReferences === true)
  const offered = useReferences({ nodeId: node.id, field, isWanted: open !== undefined })
  const found = open ? filterReferences(offered, open.words) : []
  const last = useLastRun(open !== undefined)
  const { at, setActive, takeKey, activeId, listId, option } = useCombobox({
    id: `${ids.id}-offer`,
    count: found.length,
    isRound: true,
    onTake: (index) => take(found[index]?.name ?? ''),
  })
  // What an editor of the older product kept as HTML is read as Markdown, and is Markdown once it is changed.
  const text = markdownOfHtml(asText(value))
  const rows = Math.min(param.rows ?? 1, MOST_ROWS)

  const look = (written: string, caret: number) => {
    setOpen(hasReferences ? openReferenceAt(written, caret) : undefined)
    setActive(0)
  }
  const put = (written: string, caret: number) => {
    onValue(written)
    requestAnimationFrame(() => {
      control.current?.focus()
      control.current?.setSelectionRange(caret, caret)
    })
  }
  const take = (name: string) => {
    const caret = control.current?.selectionStart ?? text.length
    if (!open) return
    const filled = fillReference(text, { caret, open, name })
    setOpen(undefined)
    put(filled.text, filled.caret)
  }
  const begin = () => {
    const caret = control.current?.selectionStart ?? text.length
    put(`${text.slice(0, caret)}{{${text.slice(caret)}`, caret + 2)
    setOpen({ start: caret, words: '' })
    setActive(0)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return
    // Where nothing fits, the keys belong to the text.
    if (found.length > 0 && takeKey(event)) return
    if (event.key === 'Tab' && found[at]) {
      event.preventDefault()
      take(found[at].name)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      // The dialog stays: only the list goes.
      event.stopPropagation()
      setOpen(undefined)
    }
  }
  const shared = {
    ...ids,
    value: text,
    placeholder: param.placeholder ?? (param.type === 'number' ? asText(param.default) : undefined),
    readOnly: isReadOnly,
    autoComplete: 'off',
    spellCheck: rows > 1,
    ...(open && {
      'aria-autocomplete': 'list' as const,
      'aria-controls': listId,
      'aria-activedescendant': activeId,
    }),
    onKeyDown,
    onBlur: () => setOpen(undefined),
    onChange: ({ target }: { target: HTMLTextAreaElement | HTMLInputElement }) => {
      onValue(target.value)
      look(target.value, target.selectionStart ?? target.value.length)
    },
  }
  const className = controlClass({ isInvalid, place: 'form' }, rows > 1 ? 'is-growing' : '')
  return (
    <div className={`cw-field-box${hasReferences ? ' has-references' : ''}`}>
      {rows > 1 ? (
        <textarea
          {...shared}
          ref={control as React.RefObject<HTMLTextAreaElement>}
          rows={rows}
          className={className}
          style={roomFor(rows)}
        />
      ) : (
        <input {...shared} ref={control as React.RefObject<HTMLInputElement>} type="text" className={className} />
      )}
      {hasReferences ? (
        <button
          type="button"
          className="cw-expand"
          aria-label={t('reference.insert', { label: param.label })}
          title={t('reference.insert', { label: param.label })}
          // The caret stays where the reference is to go.
          onPointerDown={(event) => event.preventDefault()}
          onClick={begin}
        >
          <IconBraces size={16} aria-hidden />
        </button>
      ) : null}
      {open ? (
        <div
          id={listId}
          role="listbox"
          aria-label={t('reference.title')}
          className="cw-offers"
          // At the end of a form there is no room below: it is scrolled into view once, when it opens.
          ref={showOnce}
        >
          {found.map(({ name, step, type, group }, index) => (
            <div
              key={name}
              {...option(index)}
              aria-selected={index === at}
              className={`cw-choice${index === at ? ' is-active' : ''}`}
              onPointerDown={(event) => event.preventDefault()}
            >
              <span className="cw-choice-text">
                <span className="cw-offer-name">{name}</span>
                <span className="cw-choice-note">
                  {[step ?? t(`reference.group.${group}`), type].filter(Boolean).join(' · ')}
                </span>
                <LastValue text={lastValue(name, last)} />
              </span>
            </div>
          ))}
          {found.length === 0 ? <p className="cw-choices-empty">{t('reference.none')}</p> : null}
        </div>
      ) : null}
    </div>
  )
}

/** What it held when the flow ran last. */
function LastValue({ text }: { text: string | undefined }) {
  return text === undefined ? null : <span className="cw-offer-value">{text}</span>
}
