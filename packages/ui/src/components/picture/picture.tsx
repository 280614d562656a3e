import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { color, radius, type } from '../../theme/tokens.ts'
import { PictureDialog } from './picture-dialog.tsx'
import { useOwnFile } from './use-own-file.ts'

export interface PictureProps {
  address: string
  description: string
  /** What a download is called. */
  fileName: string
  maxHeight?: number
}

/** A picture in a conversation, never larger than the column; it opens in full, and says so when it is gone. */
export function Picture({ address: kept, description, fileName, maxHeight = 400 }: PictureProps) {
  const { t } = useTranslation('chat')
  const address = useOwnFile(kept)
  const [isOpen, setIsOpen] = useState(false)
  const [isGone, setIsGone] = useState(false)
  if (isGone) {
    return (
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, ...type.small, color: color.text2 }}>
        <IconPhotoOff size={16} aria-hidden style={{ flexShrink: 0 }} />
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{t('picture.gone', { description })}</Box>
      </Box>
    )
  }
  return (
    <>
      <ButtonBase
        aria-label={t('picture.enlarge', { description })}
        onClick={() => setIsOpen(true)}
        sx={{
          justifySelf: 'start',
          maxWidth: '100%',
          overflow: 'hidden',
          border: `1px solid ${color.line}`,
          borderRadius: radius.nested,
          backgroundColor: color.pictureGround,
          cursor: 'zoom-in',
          '&:hover': { borderColor: color.control },
        }}
      >
        <Box
          component="img"
          src={address}
          alt={description}
          onError={() => setIsGone(true)}
          sx={{ display: 'block', maxWidth: '100%', maxHeight, minWidth: 24, minHeight: 24, objectFit: 'contain' }}
        />
      </ButtonBase>
      {isOpen && address !== undefined ? (
        <PictureDialog
          address={address}
          description={description}
          fileName={fileName}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  )
}
