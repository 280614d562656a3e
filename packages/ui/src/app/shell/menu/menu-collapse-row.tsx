import ListItemButton from '@mui/material/ListItemButton'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'

import { isActiveEntry } from './active-entry.ts'
import type { MenuCollapse, MenuEntry } from './menu-entries.ts'
import { MenuRowLook, rowStyle } from './menu-row-look.tsx'

interface MenuCollapseRowProps {
  entry: MenuCollapse
  depth: number
  children: ReactNode
}

export function MenuCollapseRow({ entry, depth, children }: MenuCollapseRowProps) {
  const { pathname } = useLocation()
  const [isOpen, setIsOpen] = useState(() => holdsActive(entry, pathname))
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  return (
    <li style={{ listStyle: 'none' }}>
      <ListItemButton
        disabled={entry.disabled ?? false}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        sx={rowStyle({ depth })}
      >
        <MenuRowLook entry={entry} />
        <Chevron size={16} aria-hidden />
      </ListItemButton>
      {isOpen ? <ul style={{ margin: 0, padding: '4px 0 0', display: 'grid', gap: 4 }}>{children}</ul> : null}
    </li>
  )
}

function holdsActive(entry: MenuEntry, pathname: string): boolean {
  return 'children' in entry
    ? entry.children.some((child) => holdsActive(child, pathname))
    : isActiveEntry(entry, pathname)
}
