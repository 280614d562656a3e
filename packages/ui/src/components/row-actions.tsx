import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { IconDots } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useState } from 'react'

import { color } from '../theme/tokens.ts'
import { LabelledIconButton } from './labelled-icon-button.tsx'

export interface RowAction {
  label: string
  icon: Icon
  run: () => unknown
  isDelete?: boolean
}

/** The menu at the end of a row or on a card. */
export function RowActions({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <LabelledIconButton
        size="small"
        label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <IconDots size={20} aria-hidden />
      </LabelledIconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {actions.map(({ label: name, icon: ActionIcon, run, isDelete = false }) => (
          <MenuItem
            key={name}
            sx={isDelete ? { color: color.error } : {}}
            onClick={() => {
              setAnchor(null)
              run()
            }}
          >
            <ListItemIcon sx={isDelete ? { color: 'inherit' } : {}}>
              <ActionIcon size={20} aria-hidden />
            </ListItemIcon>
            {name}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
