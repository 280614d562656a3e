import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'

import { answerConfirm, useConfirmState } from '../state/confirm.ts'
import type { ConfirmState } from '../state/confirm.ts'
import { color } from '../theme/tokens.ts'
import { DialogHead } from './dialog-head.tsx'

/** The one confirm dialog; `useConfirm()` asks through it. */
export default function ConfirmDialog({ onClose }: { onClose: () => void }) {
  const state = useConfirmState()
  const id = useId()
  const shown = useLastShown(state)
  return (
    <Dialog
      open={state.show}
      onClose={onClose}
      maxWidth="sm"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <DialogHead id={`${id}-title`} title={shown.title} onClose={onClose} />
      <DialogContent>
        <Typography id={`${id}-text`} sx={{ color: color.text2, whiteSpace: 'pre-line' }}>
          {shown.description}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus={shown.isDestructive}>
          {shown.cancelButtonName}
        </Button>
        <Button
          variant="contained"
          color={shown.isDestructive ? 'error' : 'primary'}
          autoFocus={!shown.isDestructive}
          onClick={() => answerConfirm(true)}
        >
          {shown.confirmButtonName}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The state resets at once, while the dialog still fades: without this it would fade out empty. */
function useLastShown(state: ConfirmState): ConfirmState {
  const [last, setLast] = useState(state)
  if (state.show && last !== state) setLast(state)
  return state.show ? state : last
}
