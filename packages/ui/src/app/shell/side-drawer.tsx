import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'

import { useIsPhone, useIsUpMedium } from '../../lib/use-breakpoint.ts'
import { useWaitingNumber } from '../../components/waits/use-waiting-number.ts'
import { setDrawerOpened, useCustomization } from '../../state/customization.ts'
import { size } from '../../theme/tokens.ts'
import { Logo } from './logo.tsx'
import { useOpenFlowText } from '../flow-file/use-load-flow-file.ts'
import { fileMenu } from './menu/file-menu.ts'
import { mainMenu } from './menu/main-menu.ts'
import { MenuList } from './menu/menu-list.tsx'
import { WorkButton } from './background-work/work-button.tsx'

/** Beside the content on wide screens, over it on narrow ones. */
export function SideDrawer() {
  const { t } = useTranslation()
  const waiting = useWaitingNumber()
  const openFlowText = useOpenFlowText()
  const isOpened = useCustomization((state) => state.opened)
  const isUpMedium = useIsUpMedium()
  // What stood beside the content of a window that is narrow at once is closed in the same breath: opened over the content
  // for that moment, it would go on hiding it from screen readers and keep it from scrolling.
  const wasUpMedium = useDeferredValue(isUpMedium)
  const isPhone = useIsPhone()
  return (
    <Drawer
      variant={isUpMedium ? 'persistent' : 'temporary'}
      open={isOpened && (isUpMedium || !wasUpMedium)}
      onClose={() => setDrawerOpened(false)}
      slotProps={{
        root: { keepMounted: true },
        paper: {
          id: 'side-drawer',
          sx: {
            width: size.drawer,
            ...(isUpMedium && { top: size.topBar, height: `calc(100% - ${size.topBar}px)` }),
          },
        },
      }}
    >
      {isUpMedium ? null : (
        <Box sx={{ height: size.topBar, display: 'flex', alignItems: 'center', padding: '0 16px' }}>
          <Logo onClick={() => setDrawerOpened(false)} />
        </Box>
      )}
      <Box component="nav" aria-label={t('menu.label')} sx={{ padding: 2, overflowY: 'auto' }}>
        <Box component="ul" sx={{ margin: 0, padding: 0 }}>
          <MenuList entries={[...mainMenu(t, { waiting }), fileMenu(t, openFlowText)]} />
        </Box>
      </Box>
      {isPhone ? (
        <Box sx={{ padding: '0 16px 16px' }}>
          <WorkButton />
        </Box>
      ) : null}
    </Drawer>
  )
}
