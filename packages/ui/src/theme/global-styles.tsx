import GlobalStyles from '@mui/material/GlobalStyles'

import { color, darkColors, lightColors, variableName } from './tokens.ts'
import type { ColorRoles } from './tokens.ts'

export function AppGlobalStyles() {
  return <GlobalStyles styles={globalStyles} />
}

const globalStyles = {
  // Also for a part of a page: a bot stands on its owner's ground, whatever theme its visitor likes.
  ':root, [data-theme="light"]': { ...variables(lightColors), colorScheme: 'light' },
  '[data-theme="dark"]': { ...variables(darkColors), colorScheme: 'dark' },
  html: { backgroundColor: `${color.page} !important` },
  body: { backgroundColor: color.page, color: color.text, overflowWrap: 'anywhere' },
  // One outline set with one stroke, whatever size an icon is drawn at.
  '.tabler-icon': { strokeWidth: 1.75, flexShrink: 0 },
  ':focus-visible': { outline: `2px solid ${color.primary}`, outlineOffset: '2px' },
  '::selection': { backgroundColor: color.primarySoft, color: color.text },
  '@media (prefers-reduced-motion: reduce)': {
    '*, *::before, *::after': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      // None at all: with any time, however short, what is shown stays hidden until the next frame and takes no focus.
      transitionDuration: '0s !important',
      transitionDelay: '0s !important',
      scrollBehavior: 'auto !important',
    },
  },
} as const

function variables(colors: ColorRoles): Record<string, string> {
  return Object.fromEntries(Object.entries(colors).map(([role, value]) => [variableName(role), value]))
}
