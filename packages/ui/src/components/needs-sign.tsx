import Box from '@mui/material/Box'
import { IconBolt, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { color } from '../theme/tokens.ts'
import { useCredentialKinds, useCredentials } from './credential-dialog/credential-api.ts'

/** Whether a template runs as it is, and if not, which credentials it still needs. */
export function NeedsSign({ needs }: { needs: readonly string[] }) {
  const { t } = useTranslation('marketplace')
  const { data: kinds } = useCredentialKinds()
  const { data: stored } = useCredentials()
  // What is there, and what its kinds are called, is told when it is known.
  if (needs.length > 0 && (!kinds || !stored)) return null
  const missing = needs.filter((kind) => !stored?.some(({ credentialName }) => credentialName === kind))
  const names = missing.map((name) => kinds?.find((kind) => kind.name === name)?.label ?? name)
  const isReady = missing.length === 0
  const words = isReady
    ? t(needs.length === 0 ? 'card.ready' : 'card.readyWithKey')
    : t('card.needs', { names: names.join(', ') })
  return (
    <Box
      title={words}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        minWidth: 0,
        color: isReady ? color.success : color.text3,
      }}
    >
      {isReady ? <IconBolt size={16} aria-hidden /> : <IconLock size={16} aria-hidden />}
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {words}
      </Box>
    </Box>
  )
}
