import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'

import { DialogHead } from '../../../components/dialog-head.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { pickDocuments } from '../../../state/asked-documents.ts'
import { color } from '../../../theme/tokens.ts'
import { useChatWithDocument } from './use-chat-with-document.ts'

/** Reads documents and opens a chat with them; closing it stops the reading. */
export default function DocumentDialog({ files, onClose }: { files: readonly File[]; onClose: () => void }) {
  const { t } = useTranslation('chatflows')
  const id = useId()
  const { start, retry, error, progress } = useChatWithDocument(onClose)
  useEffect(() => start(files), [files, start])
  const share = progress && progress.total > 0 ? (100 * progress.done) / progress.total : undefined
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogHead id={id} title={t('welcome.document.title')} onClose={onClose} />
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {error === undefined ? (
          <>
            <Typography role="status" sx={{ color: color.text2, overflowWrap: 'anywhere' }}>
              {t('welcome.document.working', { name: files.map((file) => file.name).join(', ') })}{' '}
              {progress ? t('welcome.document.progress', { done: progress.done, total: progress.total }) : null}
            </Typography>
            <LinearProgress
              aria-label={t('welcome.document.title')}
              {...(share !== undefined && { variant: 'determinate' as const, value: share })}
            />
          </>
        ) : (
          <ProblemNotice>{error}</ProblemNotice>
        )}
      </DialogContent>
      <DialogActions>
        {error === undefined ? (
          <Button onClick={onClose}>{t('welcome.document.stop')}</Button>
        ) : (
          <>
            <Button onClick={() => void pickDocuments()}>{t('welcome.document.other')}</Button>
            {retry ? (
              <Button variant="contained" onClick={retry}>
                {t('welcome.document.retry')}
              </Button>
            ) : null}
          </>
        )}
      </DialogActions>
    </Dialog>
  )
}
