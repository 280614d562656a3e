import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { IconDownload } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { DialogHead } from '../../components/dialog-head.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { NothingFound } from '../../components/nothing-found.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { downloadText } from '../../lib/files.ts'
import { useIsPhone } from '../../lib/use-breakpoint.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { notify } from '../../state/notifications.ts'
import { color } from '../../theme/tokens.ts'
import { exportConversations, noFilter, useMessages } from './api/use-messages.ts'
import { ConversationList } from './components/messages/conversation-list.tsx'
import { ConversationReader } from './components/messages/conversation-reader.tsx'
import { MessageFilters } from './components/messages/message-filters.tsx'
import { MessagesSkeleton } from './components/messages/messages-skeleton.tsx'
import { groupByChat } from './model/conversations.ts'

export interface MessagesDialogProps {
  chatflow: { id: string; name: string }
  onClose: () => void
}

/** What people asked a flow and what it answered: find it, read it, take it along. */
export default function MessagesDialog({ chatflow, onClose }: MessagesDialogProps) {
  const { t } = useTranslation('share')
  const id = useId()
  const isPhone = useIsPhone()
  const [filter, setFilter] = useState(noFilter)
  const [chosen, setChosen] = useState<string>()
  const settled = useDebounced(filter, 200)
  const messages = useMessages(chatflow.id, settled)
  const conversations = groupByChat(messages.data?.pages.flatMap((page) => page.items) ?? [])
  const open = conversations.find(({ chatId }) => chatId === chosen) ?? (isPhone ? undefined : conversations[0])
  const isFiltered = JSON.stringify(settled) !== JSON.stringify(noFilter)

  const exportAll = async () => {
    try {
      const sessions = await exportConversations(chatflow.id, filter)
      downloadText({ name: `${chatflow.id}-Message.json`, text: JSON.stringify(sessions, null, 2) })
    } catch (error) {
      notify(t('messages.exportFailed', { message: messageOf(error) }), { tone: 'error' })
    }
  }

  return (
    <Dialog
      open
      fullScreen={isPhone}
      maxWidth="lg"
      onClose={onClose}
      aria-labelledby={id}
      slotProps={{ paper: { sx: { height: isPhone ? '100%' : 'calc(100% - 64px)' } } }}
    >
      <DialogHead id={id} title={t('messages.title', { name: chatflow.name })} onClose={onClose}>
        <Button startIcon={<IconDownload size={20} aria-hidden />} onClick={() => void exportAll()}>
          {t('messages.export')}
        </Button>
      </DialogHead>
      <MessageFilters filter={filter} onChange={setFilter} />
      {messages.isPending ? <MessagesSkeleton /> : null}
      {messages.error && !messages.data ? (
        <ErrorState error={messages.error} onRetry={() => void messages.refetch()} />
      ) : null}
      {messages.error && messages.data ? (
        <ProblemNotice
          action={
            <Button
              size="small"
              color="inherit"
              onClick={() => void (messages.isFetchNextPageError ? messages.fetchNextPage() : messages.refetch())}
            >
              {t('action.retry', { ns: 'common' })}
            </Button>
          }
        >
          {messageOf(messages.error)}
        </ProblemNotice>
      ) : null}
      {messages.data && conversations.length === 0 ? (
        isFiltered ? (
          <NothingFound words={settled.search} onClear={() => setFilter(noFilter)} />
        ) : (
          <EmptyState drawing="flow" title={t('messages.empty')} text={t('messages.emptyText')} />
        )
      ) : null}
      {conversations.length > 0 ? (
        <Box sx={{ flex: 1, minHeight: 0, display: 'flex', borderTop: `1px solid ${color.line}` }}>
          {isPhone && open ? null : (
            <ConversationList
              conversations={conversations}
              chosen={open?.chatId}
              onChoose={setChosen}
              hasMore={messages.hasNextPage}
              isLoadingMore={messages.isFetchingNextPage}
              onMore={() => void messages.fetchNextPage()}
            />
          )}
          {open ? (
            <ConversationReader
              key={open.chatId}
              chatflowId={chatflow.id}
              conversation={open}
              onBack={isPhone ? () => setChosen(undefined) : undefined}
              onDeleted={() => {
                setChosen(undefined)
                void messages.refetch()
              }}
            />
          ) : null}
        </Box>
      ) : null}
    </Dialog>
  )
}
