import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

import { EmptyState } from '../components/empty-state.tsx'
import { messageOf } from '../lib/api-error.ts'
import { readChunkError } from '../lib/chunk-error.ts'
import type { ChunkError } from '../lib/chunk-error.ts'
import { color, monoFamily, radius, type } from '../theme/tokens.ts'

interface ErrorReportProps {
  error: unknown
  onRetry: () => void
  isBusy?: boolean
}

/** What failed to load or to draw, why, and Retry. */
export function ErrorReport({ error, onRetry, isBusy = false }: ErrorReportProps) {
  const { t } = useTranslation()
  const chunk = readChunkError(error)
  return (
    <EmptyState
      role="alert"
      drawing="broken"
      title={chunk ? t('crash.chunkTitle') : t('crash.title')}
      text={
        <>
          {chunk ? t('crash.chunkText') : t('crash.text')}
          <Box
            sx={{
              ...type.small,
              fontFamily: monoFamily,
              color: color.text2,
              backgroundColor: color.sunken,
              borderRadius: radius.nested,
              padding: 1.5,
              marginTop: 2,
              textAlign: 'left',
              overflowWrap: 'anywhere',
            }}
          >
            {chunk ? <ChunkFacts chunk={chunk} /> : messageOf(error)}
          </Box>
        </>
      }
      actions={
        <>
          <Button onClick={() => window.location.reload()}>{t('crash.reload')}</Button>
          <Button variant="contained" loading={isBusy} onClick={onRetry}>
            {t('action.retry')}
          </Button>
        </>
      }
    />
  )
}

function ChunkFacts({ chunk }: { chunk: ChunkError }) {
  const { t } = useTranslation()
  const facts = [
    [t('crash.chunk'), chunk.chunkId],
    [t('crash.kind'), t(`crash.kinds.${chunk.kind}`)],
    [t('crash.address'), chunk.address],
    [t('crash.code'), chunk.code],
  ] as const
  return (
    <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', gap: '4px 12px', margin: 0 }}>
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
