import ListItemButton from '@mui/material/ListItemButton'
import { Link, useLocation } from 'react-router'

import { useIsDownLarge } from '../../../lib/use-breakpoint.ts'
import { chooseMenuEntry, setDrawerOpened } from '../../../state/customization.ts'
import { isActiveEntry } from './active-entry.ts'
import type { MenuLink } from './menu-entries.ts'
import { MenuRowLook, rowStyle } from './menu-row-look.tsx'

export function MenuLinkRow({ entry, depth }: { entry: MenuLink; depth: number }) {
  const { pathname } = useLocation()
  const isDownLarge = useIsDownLarge()
  const isActive = isActiveEntry(entry, pathname)
  const choose = () => {
    chooseMenuEntry(entry.id)
    if (isDownLarge) setDrawerOpened(false)
  }
  return (
    <li style={{ listStyle: 'none' }}>
      <ListItemButton
        {...linkProps(entry)}
        disabled={entry.disabled ?? false}
        aria-current={isActive ? 'page' : undefined}
        onClick={entry.disabled ? undefined : choose}
        sx={rowStyle({ depth, isActive })}
      >
        <MenuRowLook entry={entry} isActive={isActive} />
      </ListItemButton>
    </li>
  )
}

function linkProps(entry: MenuLink) {
  // Without an address: a link that only looks disabled still opens for a screen reader.
  if (entry.disabled) return { component: 'a', role: 'link' }
  if (!entry.external) return { component: Link, to: entry.url }
  return { component: 'a', href: entry.url, ...(entry.target && { target: '_blank', rel: 'noopener noreferrer' }) }
}
