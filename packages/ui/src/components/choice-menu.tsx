import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'

import type { Choice } from './choice.ts'

interface ChoiceMenuProps {
  labelledBy: string
  anchor: HTMLElement
  value: string
  choices: readonly Choice<string>[]
  onClose: () => void
  onChoose: (value: string) => void
}

export default function ChoiceMenu({ labelledBy, anchor, value, choices, onClose, onChoose }: ChoiceMenuProps) {
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: { 'aria-labelledby': labelledBy, role: 'listbox' }, paper: { sx: { maxHeight: 400 } } }}
    >
      {choices.map((choice) => (
        <MenuItem
          key={choice.value}
          role="option"
          aria-selected={choice.value === value}
          selected={choice.value === value}
          onClick={() => {
            onClose()
            onChoose(choice.value)
          }}
        >
          {choice.label}
        </MenuItem>
      ))}
    </Menu>
  )
}
