import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider, useColorScheme } from '@mui/material/styles'
import { useEffect, useMemo } from 'react'
import type { ReactNode } from 'react'

import { useCustomization } from '../state/customization.ts'
import { AppGlobalStyles } from './global-styles.tsx'
import { createAppTheme } from './theme.ts'

/** Dresses everything below it; light or dark follows the customization store. */
export function AppTheme({ children }: { children: ReactNode }) {
  const fontFamily = useCustomization((state) => state.fontFamily)
  const borderRadius = useCustomization((state) => state.borderRadius)
  const isDarkMode = useCustomization((state) => state.isDarkMode)
  const theme = useMemo(() => createAppTheme({ fontFamily, borderRadius }), [fontFamily, borderRadius])
  return (
    <ThemeProvider theme={theme} defaultMode={isDarkMode ? 'dark' : 'light'} storageManager={null} noSsr>
      <FollowMode isDarkMode={isDarkMode} />
      <CssBaseline />
      <AppGlobalStyles />
      {children}
    </ThemeProvider>
  )
}

function FollowMode({ isDarkMode }: { isDarkMode: boolean }) {
  const { setMode } = useColorScheme()
  useEffect(() => setMode(isDarkMode ? 'dark' : 'light'), [isDarkMode, setMode])
  return null
}
