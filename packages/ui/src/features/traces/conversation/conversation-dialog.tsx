import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import Skeleton from '@mui/material/Skeleton'
import { IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { Delayed } from '../../../components/delayed.tsx'
import { DialogHead } from '../../../components/dialog-head.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { useIsPhone } from '../../../lib/use-breakpoint.ts'
import { useConfirm } from '../../../state/confirm.ts'
import { notify } from '../../../state/notifications.ts'
import { StoredMessage } from './stored-message.tsx'
import { deleteConversation, useConversation } from './use-conversation.ts'

export interface ConversationDialogProps {
  flowId: string
  chatId: string
  onClose: () => void
  onDeleted: () => void
}

/** The conversation that a run is a part of, whole, and a way to delete it. */
export default function ConversationDialog({ flowId, chatId, onClose, onDeleted }: ConversationDialogProps) {
  const { t } = useTranslation(['runs', 'common'])
  const id = useId()
  const isPhone = useIsPhone()
  const confirm = useConfirm()
  const messages = useConversation({ flowId, chatId })
  const remove = async () => {
    const isSure = await confirm({
      title: t('conversation.deleteTitle'),
      description: t('conversation.deleteText'),
      confirmButtonName: t('common:action.delete'),
      cancelButtonName: t('common:action.cancel'),
      isDestructive: true,
    })
    if (!isSure) return
    try {
      await deleteConversation({ flowId, chatId })
      onDeleted()
    } catch (error) {
      notify(t('conversation.deleteFailed', { message: messageOf(error) }), { tone: 'error' })
    }
  }
  return (
    <Dialog open fullScreen={isPhone} maxWidth="md" fullWidth onClose={onClose} aria-labelledby={id}>
      <DialogHead id={id} title={t('conversation.title')} onClose={onClose}>
        <Button color="error" startIcon={<IconTrash size={20} aria-hidden />} onClick={() => void remove()}>
          {t('conversation.delete')}
        </Button>
      </DialogHead>
      <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, alignContent: 'start' }}>
        {messages.error && !messages.data ? (
          <ErrorState error={messages.error} onRetry={() => void messages.refetch()} />
        ) : null}
        {messages.isPending ? (
          <Delayed>
            <Skeleton variant="rounded" height={160} />
          </Delayed>
        ) : null}
        {messages.data?.map((message) => (
          <StoredMessage key={message.id} message={message} onOpen={onClose} />
        ))}
      </DialogContent>
    </Dialog>
  )
}
