import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { IconDatabaseExport, IconDatabaseImport, IconInfoCircle, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../components/labelled-icon-button.tsx'
import { storedSession, storedUsername } from '../../lib/session.ts'
import { color } from '../../theme/tokens.ts'
import { exportDatabase } from './database-export.ts'
import { useDatabaseImport } from './database-import.ts'
import { logOut } from './log-out.ts'

const VersionDialog = lazy(() => import('./version-dialog.tsx'))

export function UserMenu() {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isAboutOpen, setIsAboutOpen] = useState(false)
  const importDatabase = useDatabaseImport()
  const username = storedUsername()
  const choose = (action: () => void) => () => {
    setAnchor(null)
    action()
  }
  return (
    <>
      <LabelledIconButton
        label={t('shell.userMenu')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <IconUserCircle size={24} aria-hidden />
      </LabelledIconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { sx: { minWidth: 240, marginTop: 0.5 } } }}
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
        <MenuItem onClick={choose(() => void importDatabase())}>
          <ListItemIcon>
            <IconDatabaseImport size={20} aria-hidden />
          </ListItemIcon>
          {t('user.loadDatabase')}
        </MenuItem>
        <MenuItem onClick={choose(() => void exportDatabase())}>
          <ListItemIcon>
            <IconDatabaseExport size={20} aria-hidden />
          </ListItemIcon>
          {t('user.exportDatabase')}
        </MenuItem>
        <MenuItem onClick={choose(() => setIsAboutOpen(true))}>
          <ListItemIcon>
            <IconInfoCircle size={20} aria-hidden />
          </ListItemIcon>
          {t('user.about')}
        </MenuItem>
        {storedSession() ? (
          <MenuItem onClick={choose(logOut)}>
            <ListItemIcon>
              <IconLogout size={20} aria-hidden />
            </ListItemIcon>
            {t('user.logout')}
          </MenuItem>
        ) : null}
      </Menu>
      {isAboutOpen ? (
        <Suspense>
          <VersionDialog onClose={() => setIsAboutOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
