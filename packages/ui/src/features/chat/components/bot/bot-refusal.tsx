import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { EmptyState } from '../../../../components/empty-state.tsx'
import { hasLogin } from '../../../../lib/api.ts'
import { useLogin } from '../../../../state/login.ts'

interface BotRefusalProps {
  kind: 'private' | 'foreign'
  message: string
}

/** Why there is no chat here for this visitor, and what the owner can do about it. */
export function BotRefusal({ kind, message }: BotRefusalProps) {
  const { t } = useTranslation('chat')
  const offer = useLogin((state) => state.offer)
  const isOffered = useQuery({ queryKey: ['has-login'], queryFn: hasLogin, enabled: kind === 'private' }).data === true
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeContent: 'center', padding: 2 }}>
      <EmptyState
        drawing="lost"
        title={t(`bot.${kind}`)}
        text={kind === 'private' ? t(isOffered ? 'bot.privateText' : 'bot.privateHere') : message}
        {...(isOffered && {
          actions: (
            <Button variant="contained" onClick={offer}>
              {t('bot.signIn')}
            </Button>
          ),
        })}
      />
    </Box>
  )
}
