import Box from '@mui/material/Box'
import { Outlet } from 'react-router'

import { useIsUpMedium } from '../../lib/use-breakpoint.ts'
import { useCustomization } from '../../state/customization.ts'
import { gridSpacing, size } from '../../theme/tokens.ts'
import { SideDrawer } from './side-drawer.tsx'
import { SkipLink } from './skip-link.tsx'
import { TopBar } from './top-bar.tsx'
import { useDrawerBreakpoint } from './use-drawer-breakpoint.ts'

/** Top bar and side menu around a list screen. */
export function MainLayout() {
  useDrawerBreakpoint()
  const isOpened = useCustomization((state) => state.opened)
  const isUpMedium = useIsUpMedium()
  return (
    <>
      <SkipLink />
      <TopBar />
      <SideDrawer />
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        sx={{
          marginTop: `${size.contentTop}px`,
          marginLeft: isUpMedium && isOpened ? `${size.drawer}px` : 0,
          paddingTop: { xs: 1, md: 2 },
          paddingX: { xs: 2, md: gridSpacing },
          paddingBottom: { xs: 4, md: 6 },
          '&:focus-visible': { outline: 'none' },
        }}
      >
        <Box sx={{ maxWidth: size.contentWidth, margin: '0 auto' }}>
          <Outlet />
        </Box>
      </Box>
    </>
  )
}
