import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { controlClass } from './field-props.ts'
import type { FieldProps } from './field-props.ts'

interface ChoiceButtonProps {
  field: FieldProps
  /** What is chosen, in words; empty when nothing is. */
  text: string
  list(anchor: HTMLElement, close: () => void): ReactNode
  placeholder?: string
}

/** Looks like a field, opens a list. */
export function ChoiceButton({ field, text, list, placeholder }: ChoiceButtonProps) {
  const { t } = useTranslation('form')
  const [anchor, setAnchor] = useState<HTMLElement>()
  const { ids, isReadOnly } = field
  return (
    <>
      <button
        type="button"
        id={ids.id}
        aria-labelledby={`${ids['aria-labelledby']} ${ids.id}-value`}
        aria-describedby={ids['aria-describedby']}
        aria-haspopup="listbox"
        aria-expanded={anchor !== undefined}
        disabled={isReadOnly}
        className={controlClass(field, 'is-choice')}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span id={`${ids.id}-value`} className={text === '' ? 'cw-placeholder' : 'cw-value'}>
          {text || (placeholder ?? t('choose'))}
        </span>
        <IconChevronDown size={16} aria-hidden />
      </button>
      {anchor ? list(anchor, () => setAnchor(undefined)) : null}
    </>
  )
}
