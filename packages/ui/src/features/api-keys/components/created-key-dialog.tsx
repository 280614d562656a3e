import type { ApiKey } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { CopyButton } from '../../../components/copy-button.tsx'
import { DialogHead } from '../../../components/dialog-head.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { color, monoFamily, radius, type } from '../../../theme/tokens.ts'

/** The one time a key is shown. A click beside it does not close it. */
export function CreatedKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation('api-keys')
  const titleId = useId()
  return (
    <Dialog
      open
      maxWidth="sm"
      aria-labelledby={titleId}
      onClose={(_, reason) => (reason === 'backdropClick' ? undefined : onClose())}
    >
      <DialogHead id={titleId} title={t('created.title')} onClose={onClose} />
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <ProblemNotice tone="warning">{t('created.text')}</ProblemNotice>
        <CodeLine label={t('created.key')} text={apiKey.apiKey} />
        <div>
          <Typography variant="body2" sx={{ color: color.text2, marginBottom: 0.5 }}>
            {t('created.use')}
          </Typography>
          <CodeLine label="Authorization" text={`Authorization: Bearer ${apiKey.apiKey}`} />
        </div>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('created.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function CodeLine({ label, text }: { label: string; text: string }) {
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{
        ...type.small,
        fontFamily: monoFamily,
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        padding: '4px 4px 4px 12px',
        borderRadius: radius.nested,
        backgroundColor: color.sunken,
      }}
    >
      <Box component="code" sx={{ flex: 1, overflowWrap: 'anywhere', fontFamily: 'inherit' }}>
        {text}
      </Box>
      <CopyButton text={text} />
    </Box>
  )
}
