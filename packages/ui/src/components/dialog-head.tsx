import Box from '@mui/material/Box'
import DialogTitle from '@mui/material/DialogTitle'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from './labelled-icon-button.tsx'

interface DialogHeadProps {
  id: string
  title: string
  onClose: () => void
  children?: ReactNode
}

export function DialogHead({ id, title, onClose, children }: DialogHeadProps) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, paddingRight: 2 }}>
      <DialogTitle id={id} sx={{ flex: 1, minWidth: 0 }}>
        {/* What a machine or a stranger named may be long: the actions stay beside it, the rest is in the tooltip. */}
        <span title={title} style={twoLines}>
          {title}
        </span>
      </DialogTitle>
      {children}
      <LabelledIconButton label={t('action.close')} onClick={onClose}>
        <IconX size={20} aria-hidden />
      </LabelledIconButton>
    </Box>
  )
}

const twoLines = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const
