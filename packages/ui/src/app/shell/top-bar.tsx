import AppBar from '@mui/material/AppBar'
import Box from '@mui/material/Box'
import Toolbar from '@mui/material/Toolbar'
import { IconHelp, IconMenu2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../components/labelled-icon-button.tsx'
import { useIsPhone, useIsUpMedium } from '../../lib/use-breakpoint.ts'
import { setDrawerOpened, useCustomization } from '../../state/customization.ts'
import { openHelp } from '../../state/help.ts'
import { size } from '../../theme/tokens.ts'
import { Logo } from './logo.tsx'
import { PaletteButton } from './palette/palette-button.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { UserMenu } from './user-menu.tsx'
import { WorkButton } from './background-work/work-button.tsx'

export function TopBar() {
  const { t } = useTranslation()
  // A phone has no room for it here: there it stands below the side menu.
  const isPhone = useIsPhone()
  const isUpMedium = useIsUpMedium()
  const isOpened = useCustomization((state) => state.opened)
  return (
    <AppBar
      position="fixed"
      // Over a drawer that stands below it, under one that lies over the page with a head of its own.
      sx={{ zIndex: ({ zIndex }) => (isUpMedium ? zIndex.drawer + 1 : zIndex.appBar), height: size.topBar }}
    >
      <Toolbar
        disableGutters
        sx={{
          minHeight: `${size.topBar - 1}px !important`,
          gap: { xs: 0.5, sm: 1 },
          padding: { xs: '0 8px', md: '0 16px' },
        }}
      >
        <LabelledIconButton
          label={t('shell.toggleDrawer')}
          aria-expanded={isOpened}
          aria-controls="side-drawer"
          onClick={() => setDrawerOpened(!isOpened)}
        >
          <IconMenu2 size={20} aria-hidden />
        </LabelledIconButton>
        <Logo />
        <Box sx={{ flex: 1 }} />
        {isPhone ? null : <WorkButton />}
        <PaletteButton />
        {isPhone ? null : (
          <LabelledIconButton label={t('palette.help')} onClick={() => openHelp()}>
            <IconHelp size={20} aria-hidden />
          </LabelledIconButton>
        )}
        <ThemeSwitch />
        <UserMenu />
      </Toolbar>
    </AppBar>
  )
}
