import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'

import { color, radius } from '../../theme/tokens.ts'

/** The first stop of the keyboard: past the menu, to the content. */
export function SkipLink() {
  const { t } = useTranslation()
  return (
    <Box
      component="a"
      href="#content"
      onClick={(event) => {
        event.preventDefault()
        document.querySelector<HTMLElement>('#content')?.focus()
      }}
      sx={{
        position: 'fixed',
        zIndex: 2000,
        top: 8,
        left: 8,
        padding: '8px 12px',
        borderRadius: radius.card,
        backgroundColor: color.primary,
        color: color.onPrimary,
        transform: 'translateY(-64px)',
        '&:focus': { transform: 'none' },
      }}
    >
      {t('shell.skip')}
    </Box>
  )
}
