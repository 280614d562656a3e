import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { IconArrowLeft, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { ProblemNotice } from '../../../../components/problem-notice.tsx'
import { messageOf } from '../../../../lib/api-error.ts'
import { confirm } from '../../../../state/confirm.ts'
import { notify } from '../../../../state/notifications.ts'
import { color, monoFamily, type } from '../../../../theme/tokens.ts'
import { deleteConversation, readConversation } from '../../api/use-messages.ts'
import type { StoredConversation } from '../../model/conversations.ts'
import { StoredMessage } from './stored-message.tsx'

interface ConversationReaderProps {
  chatflowId: string
  conversation: StoredConversation
  onBack: (() => void) | undefined
  onDeleted: () => void
}

/** One conversation, whole, and a way to delete it. */
export function ConversationReader({ chatflowId, conversation, onBack, onDeleted }: ConversationReaderProps) {
  const { t } = useTranslation('share')
  const { chatId } = conversation
  const whole = useQuery({
    queryKey: ['conversation', chatflowId, chatId, conversation.lastDate],
    queryFn: ({ signal }) => readConversation(chatflowId, chatId, signal),
    placeholderData: conversation.messages,
  })
  const remove = async () => {
    const isSure = await confirm({
      title: t('messages.deleteTitle'),
      description: t('messages.deleteText'),
      confirmButtonName: t('action.delete', { ns: 'common' }),
      cancelButtonName: t('action.cancel', { ns: 'common' }),
      isDestructive: true,
    })
    if (!isSure) return
    try {
      await deleteConversation(chatflowId, chatId)
      onDeleted()
    } catch (error) {
      notify(t('messages.deleteFailed', { message: messageOf(error) }), { tone: 'error' })
    }
  }
  return (
    <Box component="section" sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, padding: '8px 16px' }}>
        {onBack ? (
          <Button startIcon={<IconArrowLeft size={20} aria-hidden />} onClick={onBack}>
            {t('messages.back')}
          </Button>
        ) : null}
        <Box
          sx={{
            ...type.caption,
            fontFamily: monoFamily,
            color: color.text3,
            flex: 1,
            minWidth: 0,
            overflow: 'hidden',
            textOverflow: 'ellipsis',
          }}
        >
          {chatId}
        </Box>
        <Button color="error" startIcon={<IconTrash size={20} aria-hidden />} onClick={() => void remove()}>
          {t('messages.delete')}
        </Button>
      </Box>
      <Box
        tabIndex={0}
        role="group"
        aria-label={t('messages.sessions')}
        sx={{ flex: 1, overflowY: 'auto', padding: '8px 16px 24px', display: 'grid', gap: 2, alignContent: 'start' }}
      >
        {whole.error && !whole.data ? (
          <ProblemNotice
            action={
              <Button size="small" color="inherit" onClick={() => void whole.refetch()}>
                {t('action.retry', { ns: 'common' })}
              </Button>
            }
          >
            {t('messages.partly', { message: messageOf(whole.error) })}
          </ProblemNotice>
        ) : null}
        {(whole.data ?? conversation.messages).map((message) => (
          <StoredMessage key={message.id} message={message} />
        ))}
      </Box>
    </Box>
  )
}
