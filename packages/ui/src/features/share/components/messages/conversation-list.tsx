import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ListItemButton from '@mui/material/ListItemButton'
import { useTranslation } from 'react-i18next'

import { TimeAgo } from '../../../../components/time-ago.tsx'
import { color, type } from '../../../../theme/tokens.ts'
import { titleOf } from '../../model/conversations.ts'
import type { StoredConversation } from '../../model/conversations.ts'

interface ConversationListProps {
  conversations: readonly StoredConversation[]
  chosen: string | undefined
  onChoose: (chatId: string) => void
  hasMore: boolean
  isLoadingMore: boolean
  onMore: () => void
}

export function ConversationList({
  conversations,
  chosen,
  onChoose,
  hasMore,
  isLoadingMore,
  onMore,
}: ConversationListProps) {
  const { t } = useTranslation('share')
  return (
    <Box
      component="nav"
      aria-label={t('messages.sessions')}
      sx={{
        width: { xs: '100%', sm: 300 },
        flexShrink: 0,
        overflowY: 'auto',
        padding: 1,
        borderRight: { sm: `1px solid ${color.line}` },
      }}
    >
      {conversations.map((conversation) => (
        <ListItemButton
          key={conversation.chatId}
          selected={conversation.chatId === chosen}
          aria-current={conversation.chatId === chosen}
          onClick={() => onChoose(conversation.chatId)}
          sx={{ display: 'block', padding: '8px 12px' }}
        >
          <Box sx={{ ...type.strong, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {titleOf(conversation)}
          </Box>
          <Box sx={{ ...type.caption, color: color.text2, display: 'flex', gap: 1 }}>
            <span>{conversation.chatType === 'INTERNAL' ? t('messages.internal') : t('messages.external')}</span>
            {conversation.isDraft ? <span>{t('messages.draft')}</span> : null}
            <span>{t('messages.count', { count: conversation.messages.length })}</span>
            <TimeAgo date={conversation.lastDate} />
          </Box>
        </ListItemButton>
      ))}
      {hasMore ? (
        <Button fullWidth loading={isLoadingMore} onClick={onMore} sx={{ marginTop: 1 }}>
          {t('messages.more')}
        </Button>
      ) : null}
    </Box>
  )
}
