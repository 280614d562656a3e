import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'

import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { color, size } from '../../../theme/tokens.ts'
import type { ChatSettings } from '../model/chat-settings.ts'
import { AutoSpeaker } from './answer/auto-speaker.tsx'
import { useChat } from './chat-context.ts'
import { Composer } from './composer/composer.tsx'
import { ConversationView } from './conversation/conversation-view.tsx'
import { HistorySkeleton } from './conversation/history-skeleton.tsx'
import { PromptList } from './conversation/prompt-list.tsx'

const NONE: readonly string[] = []

interface PanelBodyProps {
  canAsk: boolean
  reasonCannotAsk: string | undefined
  /** Stands under the field. */
  hint?: ReactNode
  settings: ChatSettings
  /** Questions to offer where the flow has no starters of its own. */
  examples?: readonly string[] | undefined
}

export function PanelBody({ canAsk, reasonCannotAsk, hint, settings, examples = NONE }: PanelBodyProps) {
  const { t } = useTranslation('chat')
  const { conversation } = useChat()
  const history = useStore(conversation.store, (state) => state.history)
  const isEmpty = useStore(conversation.store, (state) => state.turns.length === 0 && state.live === undefined)
  return (
    <>
      <AutoSpeaker />
      {history === 'failed' ? (
        <Box sx={{ padding: 2 }}>
          <ProblemNotice
            action={
              <Button size="small" sx={{ color: 'inherit' }} onClick={() => void conversation.open()}>
                {t('action.retry', { ns: 'common' })}
              </Button>
            }
          >
            {t('panel.historyFailed')}
          </ProblemNotice>
        </Box>
      ) : null}
      {isEmpty ? (
        <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto' }}>
          {history === 'loading' ? (
            <HistorySkeleton />
          ) : (
            <EmptyChat
              canAsk={canAsk}
              reason={reasonCannotAsk}
              prompts={settings.starterPrompts.length > 0 ? settings.starterPrompts : examples}
            />
          )}
        </Box>
      ) : (
        // Mounted anew for each conversation, so that it opens at its end.
        <ConversationView key={history === 'loading' ? 'loading' : 'ready'} />
      )}
      <Box sx={{ padding: '8px 16px 16px' }}>
        <Composer
          canAsk={canAsk}
          reasonCannotAsk={reasonCannotAsk}
          uploads={settings.uploads}
          canRecord={settings.canRecord}
          autoFocus
        />
        {canAsk ? hint : null}
      </Box>
    </>
  )
}

function EmptyChat({
  canAsk,
  reason,
  prompts,
}: {
  canAsk: boolean
  reason: string | undefined
  prompts: readonly string[]
}) {
  const { t } = useTranslation('chat')
  const { conversation } = useChat()
  return (
    <Box sx={{ display: 'grid', gap: 2, padding: '24px 16px', maxWidth: size.chatColumn + 32, margin: '0 auto' }}>
      <div>
        <Typography variant="h2" component="p">
          {canAsk ? t('empty.title') : t('empty.cannot')}
        </Typography>
        <Typography sx={{ color: color.text2, marginTop: 0.5 }}>{canAsk ? t('empty.text') : reason}</Typography>
      </div>
      {prompts.length > 0 ? (
        <PromptList
          label={t('starters')}
          prompts={prompts}
          isDisabled={!canAsk}
          onChoose={(question) => void conversation.ask({ question })}
        />
      ) : null}
    </Box>
  )
}
