import type { ChatflowSummary } from '@chatwright/contract'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import {
  IconCopy,
  IconDownload,
  IconMessage,
  IconPencil,
  IconTag,
  IconTimelineEvent,
  IconTrash,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { color } from '../../../theme/tokens.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { TagsDialog } from './tags-dialog.tsx'
import { useChatflowActions } from './use-chatflow-actions.ts'

interface ChatflowMenuListProps {
  flow: ChatflowSummary
  anchor: HTMLElement | null
  onClose: () => void
}

export default function ChatflowMenuList({ flow, anchor, onClose }: ChatflowMenuListProps) {
  const { t } = useTranslation(['chatflows', 'common'])
  const navigate = useNavigate()
  const actions = useChatflowActions()
  const [dialog, setDialog] = useState<'rename' | 'tags'>()
  const item = (label: string, ItemIcon: Icon, action: () => unknown, isDelete = false) => (
    <MenuItem
      onClick={() => {
        onClose()
        action()
      }}
      sx={isDelete ? { color: color.error } : {}}
    >
      <ListItemIcon sx={isDelete ? { color: 'inherit' } : {}}>
        <ItemIcon size={20} aria-hidden />
      </ListItemIcon>
      {label}
    </MenuItem>
  )
  return (
    <>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
        {item(t('action.rename'), IconPencil, () => setDialog('rename'))}
        {item(t('tags.edit'), IconTag, () => setDialog('tags'))}
        {item(t('action.runs'), IconTimelineEvent, () => navigate(`/runs?flow=${flow.id}`))}
        {item(t('action.openBot'), IconMessage, () => navigate(`/chatbot/${flow.id}`))}
        {item(t('common:action.duplicate'), IconCopy, () => actions.duplicate([flow]))}
        {item(t('common:action.export'), IconDownload, () => actions.exportFiles([flow]))}
        <Divider sx={{ margin: '4px 0 !important' }} />
        {item(t('common:action.delete'), IconTrash, () => actions.remove([flow]), true)}
      </Menu>
      {dialog === 'rename' ? <RenameDialog flow={flow} onClose={() => setDialog(undefined)} /> : null}
      {dialog === 'tags' ? <TagsDialog flow={flow} onClose={() => setDialog(undefined)} /> : null}
    </>
  )
}
