import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'

import { OverlayHost } from '../components/overlay-host.tsx'
import { useLogin } from '../state/login.ts'
import { HelpHost } from './help-host.tsx'
import { RouteProgress, RouteProgressBar } from './route-progress.tsx'
import { CommandPaletteHost } from './shell/palette/command-palette-host.tsx'
import { useScrollToTop } from './use-scroll-to-top.ts'

const LoginDialog = lazy(() => import('./shell/login-dialog.tsx'))

/** What stands around every screen, whatever its layout. */
export function RootLayout() {
  useScrollToTop()
  const isLoginAsked = useLogin((state) => state.isAsked)
  return (
    <>
      <RouteProgress />
      <Suspense fallback={<RouteProgressBar />}>
        <Outlet />
      </Suspense>
      <OverlayHost />
      <CommandPaletteHost />
      <HelpHost />
      {isLoginAsked ? (
        <Suspense>
          <LoginDialog />
        </Suspense>
      ) : null}
    </>
  )
}
