import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { IconDownload } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { useIsPhone } from '../../lib/use-breakpoint.ts'
import { color } from '../../theme/tokens.ts'
import { DialogHead } from '../dialog-head.tsx'

interface PictureDialogProps {
  address: string
  description: string
  fileName: string
  onClose: () => void
}

/** The picture as large as the window allows, and a way to keep it. */
export function PictureDialog({ address, description, fileName, onClose }: PictureDialogProps) {
  const { t } = useTranslation('chat')
  const id = useId()
  const isPhone = useIsPhone()
  return (
    <Dialog open fullScreen={isPhone} maxWidth={false} onClose={onClose} aria-labelledby={id}>
      <DialogHead id={id} title={description} onClose={onClose}>
        <Button
          // A link, so that the browser's own ways to save and to open elsewhere work too.
          component="a"
          href={address}
          download={fileName}
          startIcon={<IconDownload size={20} aria-hidden />}
        >
          {t('picture.download')}
        </Button>
      </DialogHead>
      <Box
        sx={{
          flex: 1,
          minHeight: 0,
          display: 'grid',
          placeItems: 'center',
          overflow: 'auto',
          padding: { xs: 0, sm: '0 24px 24px' },
        }}
      >
        <Box
          component="img"
          src={address}
          alt={description}
          sx={{
            display: 'block',
            maxWidth: '100%',
            maxHeight: { xs: '100%', sm: 'calc(100dvh - 176px)' },
            backgroundColor: color.pictureGround,
          }}
        />
      </Box>
    </Dialog>
  )
}
