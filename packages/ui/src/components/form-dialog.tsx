import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { DialogHead } from './dialog-head.tsx'

interface FormDialogProps {
  open: boolean
  title: string
  onClose: () => void
  /** Leave out for a dialog that only shows something. */
  onSubmit?: () => void
  submitLabel?: string
  cancelLabel?: string
  isBusy?: boolean
  width?: 'sm' | 'md' | 'lg'
  /** Left in the foot: a text action such as Delete or Test. */
  footStart?: ReactNode
  children: ReactNode
}

/** Head and foot stay, the body scrolls; Cancel stands left of the one filled action. */
export function FormDialog({
  open,
  title,
  onClose,
  onSubmit,
  submitLabel,
  cancelLabel,
  isBusy = false,
  width = 'sm',
  footStart,
  children,
}: FormDialogProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    // A dialog inside a dialog shares its React parent: its submit must not reach ours.
    event.stopPropagation()
    if (!isBusy) onSubmit?.()
  }
  return (
    <Dialog open={open} onClose={onClose} maxWidth={width} aria-labelledby={titleId}>
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, overflow: 'hidden' }}
      >
        <DialogHead id={titleId} title={title} onClose={onClose} />
        <DialogContent dividers sx={{ padding: '16px 24px 24px' }}>
          {children}
        </DialogContent>
        <DialogActions>
          {footStart === undefined ? null : <div style={{ marginRight: 'auto' }}>{footStart}</div>}
          <Button onClick={onClose}>{cancelLabel ?? (onSubmit ? t('action.cancel') : t('action.close'))}</Button>
          {onSubmit ? (
            <Button type="submit" variant="contained" loading={isBusy}>
              {submitLabel ?? t('action.save')}
            </Button>
          ) : null}
        </DialogActions>
      </Box>
    </Dialog>
  )
}
