import Backdrop from '@mui/material/Backdrop'
import CircularProgress from '@mui/material/CircularProgress'
import { useTranslation } from 'react-i18next'

import { useBackdrop } from '../state/backdrop.ts'

/** Covers everything while its flag is set. */
export default function LoadingBackdrop(_: { onClose: () => void }) {
  const { t } = useTranslation()
  const open = useBackdrop((state) => state.open)
  return (
    <Backdrop open={open} sx={{ zIndex: (theme) => theme.zIndex.modal + 1 }}>
      <CircularProgress aria-label={t('shell.loading')} />
    </Backdrop>
  )
}
