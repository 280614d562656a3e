import Button from '@mui/material/Button'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'

import type { Choice } from './choice.ts'
import { lazyDialog } from './lazy-part/lazy-part.tsx'

const ChoiceMenu = lazyDialog(() => import('./choice-menu.tsx'))

interface ChoiceButtonProps<Value extends string> {
  label: string
  value: Value
  choices: readonly Choice<Value>[]
  onChoose: (value: Value) => void
  /** Shown while nothing is chosen: the button then is a menu of things to do. */
  placeholder?: string
}

/** A quiet button that shows what is chosen and opens the other choices. */
export function ChoiceButton<Value extends string>(props: ChoiceButtonProps<Value>) {
  const { label, value, choices, onChoose, placeholder } = props
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const chosen = choices.find((choice) => choice.value === value)?.label ?? placeholder ?? value
  return (
    <>
      <Button
        id={id}
        variant="outlined"
        size={placeholder === undefined ? 'medium' : 'small'}
        aria-label={placeholder === undefined ? `${label}: ${chosen}` : label}
        aria-haspopup="listbox"
        aria-expanded={anchor !== null}
        endIcon={<IconChevronDown size={16} aria-hidden />}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ fontWeight: 400 }}
      >
        {chosen}
      </Button>
      {anchor ? (
        <ChoiceMenu
          labelledBy={id}
          anchor={anchor}
          value={value}
          choices={choices}
          onClose={() => setAnchor(null)}
          onChoose={(choice) => onChoose(choice as Value)}
        />
      ) : null}
    </>
  )
}
