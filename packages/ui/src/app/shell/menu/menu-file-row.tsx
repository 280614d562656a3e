import ListItemButton from '@mui/material/ListItemButton'

import { pickTextFile } from '../../../lib/files.ts'
import { useIsDownLarge } from '../../../lib/use-breakpoint.ts'
import { setDrawerOpened } from '../../../state/customization.ts'
import type { MenuFilePicker } from './menu-entries.ts'
import { MenuRowLook, rowStyle } from './menu-row-look.tsx'

export function MenuFileRow({ entry, depth }: { entry: MenuFilePicker; depth: number }) {
  const isDownLarge = useIsDownLarge()
  const pick = async () => {
    if (isDownLarge) setDrawerOpened(false)
    const file = await pickTextFile('.json', entry.most ?? Infinity)
    if (file) entry.onText(file)
  }
  return (
    <li style={{ listStyle: 'none' }}>
      <ListItemButton disabled={entry.disabled ?? false} onClick={() => void pick()} sx={rowStyle({ depth })}>
        <MenuRowLook entry={entry} />
      </ListItemButton>
    </li>
  )
}
