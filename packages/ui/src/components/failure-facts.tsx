import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'

import { messageOf } from '../lib/api-error.ts'
import { readChunkError } from '../lib/chunk-error.ts'

/** What the loader says about a part that did not arrive; of any other failure, its message. */
export function FailureFacts({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const chunk = readChunkError(error)
  if (!chunk) return messageOf(error)
  const facts = [
    [t('crash.chunk'), chunk.chunkId],
    [t('crash.kind'), t(`crash.kinds.${chunk.kind}`)],
    [t('crash.address'), chunk.address],
    [t('crash.code'), chunk.code],
  ] as const
  return (
    <Box
      component="dl"
      sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', gap: '4px 12px', margin: 0, overflowWrap: 'anywhere' }}
    >
      {facts.map(([name, value]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <dt>{name}</dt>
          <Box component="dd" sx={{ margin: 0 }}>
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
