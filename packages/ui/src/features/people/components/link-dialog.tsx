import type { Invited } from '@chatwright/contract'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { CodeLine } from '../../../components/code-line.tsx'
import { DialogHead } from '../../../components/dialog-head.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'

/** The one time a link is shown. A click beside it does not close it. */
export default function LinkDialog({ invited: { person, link }, onClose }: { invited: Invited; onClose: () => void }) {
  const { t, i18n } = useTranslation('people')
  const titleId = useId()
  const { name, login, hasJoined } = person
  const date = new Date(link.expiresDate).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Dialog
      open
      maxWidth="sm"
      aria-labelledby={titleId}
      onClose={(_, reason) => (reason === 'backdropClick' ? undefined : onClose())}
    >
      <DialogHead id={titleId} title={t(hasJoined ? 'link.reset' : 'link.invitation', { name })} onClose={onClose} />
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <ProblemNotice tone="warning">{t('link.text', { name, date })}</ProblemNotice>
        <CodeLine label={t('link.label')} text={`${window.location.origin}/join#${link.token}`} />
        {link.isMailed ? t('link.mailed', { login }) : null}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('link.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
