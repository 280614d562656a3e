import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { IconDatabaseExport, IconDatabaseImport, IconInfoCircle, IconLogout } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { storedSession, storedUsername } from '../../lib/session.ts'
import { color } from '../../theme/tokens.ts'
import { exportDatabase } from './database-export.ts'
import { useDatabaseImport } from './database-import.ts'
import { logOut } from './log-out.ts'

interface UserMenuListProps {
  anchor: HTMLElement | null
  onClose: () => void
  onAbout: () => void
}

export default function UserMenuList({ anchor, onClose, onAbout }: UserMenuListProps) {
  const { t } = useTranslation()
  const importDatabase = useDatabaseImport()
  const username = storedUsername()
  const item = (label: string, ItemIcon: Icon, action: () => void) => (
    <MenuItem
      onClick={() => {
        onClose()
        action()
      }}
    >
      <ListItemIcon>
        <ItemIcon size={20} aria-hidden />
      </ListItemIcon>
      {label}
    </MenuItem>
  )
  return (
    <Menu
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      // A landmark: the rest of the page, with all of its own, is hidden while a menu is open.
      slotProps={{
        paper: { component: 'nav', 'aria-label': t('shell.userMenu'), sx: { minWidth: 240, marginTop: 0.5 } },
      }}
    >
      {username ? (
        <Typography
          variant="h3"
          component="li"
          role="presentation"
          sx={{ padding: '8px 16px', color: color.text, overflowWrap: 'anywhere' }}
        >
          {username}
        </Typography>
      ) : null}
      {item(t('user.loadDatabase'), IconDatabaseImport, () => void importDatabase())}
      {item(t('user.exportDatabase'), IconDatabaseExport, () => void exportDatabase())}
      {item(t('user.about'), IconInfoCircle, onAbout)}
      {storedSession() ? item(t('user.logout'), IconLogout, logOut) : null}
    </Menu>
  )
}
