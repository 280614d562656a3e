import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { DialogHead } from '../../../components/dialog-head.tsx'
import { WorkList } from './work-list.tsx'

const WIDTH = 400

/** What runs in the background and what ended lately. */
export default function WorkDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  return (
    <Drawer
      anchor="right"
      open={isOpen}
      onClose={onClose}
      // Over the top bar, which would hide its head.
      sx={{ zIndex: (theme) => theme.zIndex.modal }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
          sx: { width: { xs: '100%', sm: WIDTH } },
        },
      }}
    >
      <DialogHead id={titleId} title={t('work.title')} onClose={onClose} />
      <Box sx={{ overflowY: 'auto', flex: 1, padding: '0 24px 24px' }}>
        <WorkList onLeave={onClose} />
      </Box>
    </Drawer>
  )
}
