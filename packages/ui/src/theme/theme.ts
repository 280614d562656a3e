import { createTheme } from '@mui/material/styles'
import type { PaletteOptions, Theme } from '@mui/material/styles'

import { componentStyles } from './component-styles.ts'
import { darkColors, lightColors, motion, type } from './tokens.ts'
import type { ColorRoles } from './tokens.ts'

export interface ThemeSettings {
  fontFamily: string
  borderRadius: number
}

/** The MUI theme: the roles of `tokens.ts`, light and dark, as CSS variables. */
export function createAppTheme(settings: ThemeSettings): Theme {
  return createTheme({
    cssVariables: { cssVarPrefix: 'mui', colorSchemeSelector: 'data-theme' },
    colorSchemes: { light: { palette: palette(lightColors) }, dark: { palette: palette(darkColors) } },
    shape: { borderRadius: settings.borderRadius },
    breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
    typography: {
      fontFamily: settings.fontFamily,
      h1: type.title,
      h2: type.section,
      h3: type.card,
      h4: type.card,
      h5: type.strong,
      h6: type.strong,
      subtitle1: type.card,
      subtitle2: type.strong,
      body1: type.body,
      body2: type.small,
      caption: type.caption,
      overline: { ...type.caption, textTransform: 'none' },
      button: { ...type.strong, textTransform: 'none' },
    },
    transitions: {
      easing: { easeInOut: motion.easing, easeOut: motion.easing, easeIn: motion.easing, sharp: motion.easing },
      duration: {
        shortest: motion.press,
        shorter: motion.menu,
        short: motion.menu,
        standard: motion.panel,
        complex: motion.camera,
        enteringScreen: motion.panel,
        leavingScreen: motion.menu,
      },
    },
    components: componentStyles,
  })
}

function palette(colors: ColorRoles): PaletteOptions {
  return {
    primary: {
      main: colors.primary,
      dark: colors.primaryHover,
      light: colors.primarySoft,
      contrastText: colors.onPrimary,
    },
    secondary: {
      main: colors.secondary,
      dark: colors.onSecondarySoft,
      light: colors.secondarySoft,
      contrastText: colors.onSecondary,
    },
    success: { main: colors.success, light: colors.successSoft },
    warning: { main: colors.warning, light: colors.warningSoft },
    error: {
      main: colors.error,
      dark: colors.errorHover,
      light: colors.errorSoft,
      contrastText: colors.onError,
    },
    info: { main: colors.primary, light: colors.primarySoft },
    text: { primary: colors.text, secondary: colors.text2, disabled: colors.control },
    background: { default: colors.page, paper: colors.paper },
    divider: colors.line,
  }
}
