import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

import { color } from '../../../theme/tokens.ts'
import { MenuCollapseRow } from './menu-collapse-row.tsx'
import type { MenuEntry, UnknownMenuEntry } from './menu-entries.ts'
import { MenuFileRow } from './menu-file-row.tsx'
import { MenuGroupList } from './menu-group-list.tsx'
import { MenuLinkRow } from './menu-link-row.tsx'

export interface MenuListProps {
  entries: readonly (MenuEntry | UnknownMenuEntry)[]
  depth?: number
}

/** Draws menu entries of any kind, to any depth; an entry of unknown type says so. */
export function MenuList({ entries, depth = 0 }: MenuListProps) {
  return entries.map((entry) => <MenuRow key={entry.id} entry={entry} depth={depth} />)
}

function MenuRow({ entry, depth }: { entry: MenuEntry | UnknownMenuEntry; depth: number }) {
  const { t } = useTranslation()
  if (isKnown(entry)) {
    switch (entry.type) {
      case 'group':
        return (
          <MenuGroupList group={entry}>
            <MenuList entries={entry.children} depth={depth} />
          </MenuGroupList>
        )
      case 'collapse':
        return (
          <MenuCollapseRow entry={entry} depth={depth}>
            <MenuList entries={entry.children} depth={depth + 1} />
          </MenuCollapseRow>
        )
      case 'item':
        return <MenuLinkRow entry={entry} depth={depth} />
      case 'file':
        return <MenuFileRow entry={entry} depth={depth} />
    }
  }
  return (
    <Typography component="li" align="center" sx={{ color: color.error, padding: 1 }}>
      {t('menu.error')}
    </Typography>
  )
}

const KNOWN_TYPES = new Set(['group', 'collapse', 'item', 'file'])

function isKnown(entry: MenuEntry | UnknownMenuEntry): entry is MenuEntry {
  return KNOWN_TYPES.has(entry.type)
}
