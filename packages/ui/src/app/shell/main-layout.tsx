import Box from '@mui/material/Box'
import { Outlet } from 'react-router'

import { useIsUpMedium } from '../../lib/use-breakpoint.ts'
import { useCustomization } from '../../state/customization.ts'
import { size } from '../../theme/tokens.ts'
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
          padding: { xs: '8px 16px 32px', md: '16px 24px 48px' },
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
