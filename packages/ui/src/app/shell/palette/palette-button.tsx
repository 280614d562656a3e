import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../../components/labelled-icon-button.tsx'
import { useIsDownLarge } from '../../../lib/use-breakpoint.ts'
import { openPalette } from '../../../state/palette.ts'
import { color, monoFamily, type } from '../../../theme/tokens.ts'

export const PALETTE_SHORTCUT = navigator.platform.startsWith('Mac') ? '⌘K' : 'Ctrl+K'

export function PaletteButton() {
  const { t } = useTranslation()
  const isDownLarge = useIsDownLarge()
  if (isDownLarge) {
    return (
      <LabelledIconButton label={t('shell.search')} shortcut={PALETTE_SHORTCUT} onClick={openPalette}>
        <IconSearch size={20} aria-hidden />
      </LabelledIconButton>
    )
  }
  return (
    <Button
      variant="outlined"
      onClick={openPalette}
      startIcon={<IconSearch size={20} aria-hidden />}
      sx={{ ...type.body, minWidth: 280, justifyContent: 'flex-start', color: color.text2, borderColor: color.control }}
    >
      {t('shell.search')}
      <Box component="kbd" sx={{ ...type.caption, fontFamily: monoFamily, marginLeft: 'auto', color: color.text3 }}>
        {PALETTE_SHORTCUT}
      </Box>
    </Button>
  )
}
