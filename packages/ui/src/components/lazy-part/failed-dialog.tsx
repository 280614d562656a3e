import Box from '@mui/material/Box'
import { useEffect, useId, useRef } from 'react'

import { color, radius } from '../../theme/tokens.ts'
import { ErrorReport } from '../error-report.tsx'
import type { PartFailure } from './part-failure.ts'

interface FailedDialogProps {
  failure: PartFailure
  props: { onClose: () => void }
}

/** In the place of a dialog or a menu. The browser's own dialog: it needs nothing that could fail to arrive. */
export function FailedDialog({ failure, props }: FailedDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Closed before it goes, so that the focus returns to where it came from.
    return () => shown?.close()
  }, [])
  return (
    <Box
      component="dialog"
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event: { preventDefault: () => void }) => {
        event.preventDefault()
        props.onClose()
      }}
      sx={{
        width: 'min(480px, calc(100vw - 32px))',
        maxHeight: 'calc(100dvh - 32px)',
        overflowY: 'auto',
        padding: '0 24px',
        border: 'none',
        borderRadius: radius.card,
        backgroundColor: color.paper,
        color: color.text,
        boxShadow: color.shadowDialog,
        '&::backdrop': { backgroundColor: color.backdrop },
      }}
    >
      <ErrorReport {...failure} isPart titleId={titleId} onClose={props.onClose} />
    </Box>
  )
}
