import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import {
  IconCheck,
  IconDatabaseExport,
  IconDatabaseImport,
  IconInfoCircle,
  IconListSearch,
  IconLogout,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { changeLanguage, LANGUAGES } from '../../i18n/i18n.ts'
import type { Language } from '../../i18n/i18n.ts'
import { storedSession, storedUsername } from '../../lib/session.ts'
import { useRights } from '../../lib/use-rights.ts'
import { color } from '../../theme/tokens.ts'
import { exportDatabase } from './database-export.ts'
import { useDatabaseImport } from './database-import.ts'
import { logOut } from './log-out.ts'

/** Whoever looks for a language knows it by its own name. */
const OWN_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }

interface UserMenuListProps {
  anchor: HTMLElement | null
  onClose: () => void
  onAbout: () => void
}

export default function UserMenuList({ anchor, onClose, onAbout }: UserMenuListProps) {
  const { t, i18n } = useTranslation()
  const importDatabase = useDatabaseImport()
  const username = storedUsername()
  const navigate = useNavigate()
  const { isPerson, may } = useRights()
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
      {isPerson ? item(t('user.profile'), IconUserCircle, () => void navigate('/profile')) : null}
      {may('server.admin') ? item(t('user.loadDatabase'), IconDatabaseImport, () => void importDatabase()) : null}
      {may('server.admin') ? item(t('user.exportDatabase'), IconDatabaseExport, () => void exportDatabase()) : null}
      {isPerson && may('audit.read') ? item(t('user.audit'), IconListSearch, () => void navigate('/audit')) : null}
      {may('member.edit') ? item(t('user.people'), IconUsers, () => void navigate('/people')) : null}
      {item(t('user.about'), IconInfoCircle, onAbout)}
      <Divider />
      {LANGUAGES.map((language) => (
        <MenuItem
          key={language}
          role="menuitemradio"
          aria-checked={i18n.language === language}
          lang={language}
          onClick={() => {
            onClose()
            void changeLanguage(language)
          }}
        >
          {/* As wide without its mark, so that names stand below each other. */}
          <ListItemIcon sx={{ width: 20 }}>
            {i18n.language === language ? <IconCheck size={20} aria-hidden /> : null}
          </ListItemIcon>
          {OWN_NAMES[language]}
        </MenuItem>
      ))}
      {storedSession() ? item(t('user.logout'), IconLogout, logOut) : null}
    </Menu>
  )
}
