import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { IconFileText, IconMessages, IconPackageImport, IconRoute, IconTemplate } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { pickDocuments } from '../../../state/asked-documents.ts'
import { pickFlowsToBring } from '../../../state/brought-files.ts'

interface NewFlowMenuProps {
  anchor: HTMLElement | null
  onClose: () => void
}

export default function NewFlowMenu({ anchor, onClose: close }: NewFlowMenuProps) {
  const { t } = useTranslation('chatflows')
  const act = (run: () => Promise<void>) => () => {
    close()
    void run()
  }
  return (
    <Menu
      anchorEl={anchor}
      open={anchor !== null}
      onClose={close}
      // A landmark: the rest of the page, with all of its own, is hidden while a menu is open.
      slotProps={{ paper: { component: 'nav', 'aria-label': t('newKind.choose') } }}
    >
      <MenuItem component={Link} to="/canvas" onClick={close}>
        <Words of={IconMessages} title={t('newKind.chat')} note={t('newKind.chatNote')} />
      </MenuItem>
      <MenuItem component={Link} to="/agentcanvas" onClick={close}>
        <Words of={IconRoute} title={t('newKind.agents')} note={t('newKind.agentsNote')} />
      </MenuItem>
      <Divider />
      <MenuItem onClick={act(pickDocuments)}>
        <Words of={IconFileText} title={t('newKind.document')} note={t('newKind.documentNote')} />
      </MenuItem>
      <MenuItem component={Link} to="/marketplaces" onClick={close}>
        <Words of={IconTemplate} title={t('newKind.template')} note={t('newKind.templateNote')} />
      </MenuItem>
      <MenuItem onClick={act(pickFlowsToBring)}>
        <Words of={IconPackageImport} title={t('newKind.import')} note={t('newKind.importNote')} />
      </MenuItem>
    </Menu>
  )
}

function Words({ of: Shape, title, note }: { of: Icon; title: string; note: string }) {
  return (
    <>
      <ListItemIcon>
        <Shape size={20} aria-hidden />
      </ListItemIcon>
      <ListItemText primary={title} secondary={note} slotProps={{ secondary: { sx: { whiteSpace: 'normal' } } }} />
    </>
  )
}
