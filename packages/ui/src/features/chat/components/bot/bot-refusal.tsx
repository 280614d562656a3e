import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

import { EmptyState } from '../../../../components/empty-state.tsx'
import { useLogin } from '../../../../state/login.ts'

interface BotRefusalProps {
  kind: 'private' | 'needsKey' | 'foreign'
  message: string
}

/** Why there is no chat here for this visitor, and what the owner can do about it. */
export function BotRefusal({ kind, message }: BotRefusalProps) {
  const { t } = useTranslation('chat')
  const offer = useLogin((state) => state.offer)
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeContent: 'center', padding: 2 }}>
      <EmptyState
        drawing="lost"
        title={t(`bot.${kind}`)}
        text={kind === 'private' ? t('bot.privateText') : message}
        {...(kind === 'private' && {
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
