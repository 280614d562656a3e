import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { SecretField } from '../../../../components/secret-field.tsx'
import { color } from '../../../../theme/tokens.ts'

interface BotKeyProps {
  /** Whether a key was sent, and refused. */
  wasRefused: boolean
  onKey: (key: string) => void
}

/** Asks a visitor for the flow's API key. */
export default function BotKey({ wasRefused, onKey }: BotKeyProps) {
  const { t } = useTranslation('chat')
  const [key, setKey] = useState('')
  return (
    <Box
      component="main"
      sx={{
        minHeight: '100dvh',
        display: 'grid',
        placeContent: 'center',
        gridTemplateColumns: 'min(400px, 100%)',
        padding: 2,
      }}
    >
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (key.trim() !== '') onKey(key.trim())
        }}
        sx={{ display: 'grid', gap: 2 }}
      >
        <div>
          <Typography variant="h1" sx={{ marginBottom: 1 }}>
            {t('bot.needsKey')}
          </Typography>
          <Typography sx={{ color: color.text2 }}>{t('bot.needsKeyText')}</Typography>
        </div>
        <SecretField
          label={t('bot.key')}
          value={key}
          onChange={setKey}
          error={wasRefused ? t('bot.wrongKey') : undefined}
          autoFocus
        />
        <Button type="submit" variant="contained" disabled={key.trim() === ''}>
          {t('bot.useKey')}
        </Button>
      </Box>
    </Box>
  )
}
