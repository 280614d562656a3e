import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'

import { ErrorState } from '../../../../components/error-state.tsx'
import { NotFound } from '../../../../components/not-found.tsx'
import { ApiError } from '../../../../lib/api-error.ts'
import { parseConfig, readBotLook, type BotLook } from '../../../../lib/bot-config/bot-config.ts'
import { size } from '../../../../theme/tokens.ts'
import { lazyPart } from '../../../../components/lazy-part/lazy-part.tsx'
import { hasFlowKey, keepFlowKey, sendKeyOf } from '../../../../lib/flow-key.ts'
import { loadBot } from '../../api/load-bot.ts'
import { useChatSettings } from '../../api/use-chat-settings.ts'
import { noSettings, type ChatSettings } from '../../model/chat-settings.ts'
import { HistorySkeleton } from '../conversation/history-skeleton.tsx'
import { BotRefusal } from './bot-refusal.tsx'

const BotKey = lazyPart(() => import('./bot-key.tsx'))

export interface BotPageProps {
  chatflowId: string
  title: string
  look: BotLook
  settings: ChatSettings
}

/** A page of a flow for anyone its owner shares the link with; for others, why there is none. */
export function BotPage({ children }: { children: (props: BotPageProps) => ReactNode }) {
  const { id = '' } = useParams()
  const { t } = useTranslation('chat')
  // Before anything is requested.
  useLayoutEffect(() => sendKeyOf(id), [id])
  const bot = useQuery({
    queryKey: ['bot', id],
    queryFn: ({ signal }) => loadBot(id, signal),
    retry: (failures, error) => failures < 2 && error instanceof ApiError && error.isRetryable,
  })
  // Read on every render, so that its changes are drawn.
  const { isFetching } = bot
  const settings = useChatSettings(id)
  const config = parseConfig(bot.data?.chatbotConfig)
  const look = readBotLook(config)
  const title = look.title === '' ? (bot.data?.name ?? t('bot.title')) : look.title
  useEffect(() => {
    if (bot.data) document.title = title
  }, [bot.data, title])

  if (bot.error instanceof ApiError && bot.error.status === 404) {
    return <NotFound address={id} title={t('bot.notFound')} text={t('bot.notFoundText')} />
  }
  if (bot.error instanceof ApiError && (bot.error.status === 401 || bot.error.status === 403)) {
    return <BotRefusal kind={bot.error.status === 401 ? 'private' : 'foreign'} message={bot.error.message} />
  }
  if (bot.error) return <ErrorState error={bot.error} onRetry={() => void bot.refetch()} />
  if (!bot.data || settings.isPending) return <BotWaiting />
  if (bot.data.needsKey) {
    const openWith = (key: string) => {
      keepFlowKey(id, key)
      void bot.refetch()
      void settings.refetch()
    }
    return <BotKey wasRefused={hasFlowKey() && !isFetching} onKey={openWith} />
  }
  return children({ chatflowId: id, title, look, settings: settings.data ?? noSettings })
}

function BotWaiting() {
  return (
    <Box component="main" sx={{ width: '100%', maxWidth: size.chatColumn + 32, margin: '0 auto', paddingTop: 8 }}>
      <HistorySkeleton />
    </Box>
  )
}
