import { callMcp, routeUrl, type ApiKey } from '@chatwright/contract'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { CodeLine } from '../../../components/code-line.tsx'
import { DialogHead } from '../../../components/dialog-head.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { color } from '../../../theme/tokens.ts'

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
        <div>
          <Typography variant="body2" sx={{ color: color.text2, marginBottom: 0.5 }}>
            {t('created.mcp')}
          </Typography>
          <CodeLine label={t('created.mcpAddress')} text={new URL(routeUrl(callMcp), window.location.origin).href} />
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
