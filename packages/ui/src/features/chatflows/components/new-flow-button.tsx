import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { IconChevronDown, IconMessages, IconPlus, IconRoute } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

/** Begins a chat flow at once; beside it, the choice between the two kinds of flow. */
export function NewFlowButton() {
  const { t } = useTranslation('chatflows')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      <Box sx={{ display: 'flex', gap: 0.5 }}>
        <Button variant="contained" component={Link} to="/canvas" startIcon={<IconPlus size={20} aria-hidden />}>
          {t('new')}
        </Button>
        <Button
          variant="contained"
          aria-label={t('newKind.choose')}
          title={t('newKind.choose')}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          sx={{ paddingInline: 0.5, minWidth: 36 }}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <IconChevronDown size={20} aria-hidden />
        </Button>
      </Box>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        <MenuItem component={Link} to="/canvas" onClick={close}>
          <ListItemIcon>
            <IconMessages size={20} aria-hidden />
          </ListItemIcon>
          <ListItemText primary={t('newKind.chat')} secondary={t('newKind.chatNote')} />
        </MenuItem>
        <MenuItem component={Link} to="/agentcanvas" onClick={close}>
          <ListItemIcon>
            <IconRoute size={20} aria-hidden />
          </ListItemIcon>
          <ListItemText primary={t('newKind.agents')} secondary={t('newKind.agentsNote')} />
        </MenuItem>
      </Menu>
    </>
  )
}
