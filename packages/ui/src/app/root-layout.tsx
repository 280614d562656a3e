import { Suspense } from 'react'
import { Outlet } from 'react-router'

import { lazyDialog } from '../components/lazy-part/lazy-part.tsx'
import { OverlayHost } from '../components/overlay-host.tsx'
import { useLogin } from '../state/login.ts'
import { BringHost } from './flow-file/bring-host.tsx'
import { HelpHost } from './help-host.tsx'
import { DocumentHost } from './flow-file/document-host.tsx'
import { RouteProgress, RouteProgressBar } from './route-progress.tsx'
import { BroughtKeys } from './shell/brought-keys.tsx'
import { CommandPaletteHost } from './shell/palette/command-palette-host.tsx'
import { WorkHost } from './shell/background-work/work-host.tsx'
import { useScrollPlace } from './use-scroll-place.ts'

const SignInPage = lazyDialog(() => import('./shell/sign-in-page.tsx'))

/** What stands around every screen, whatever its layout. */
export function RootLayout() {
  useScrollPlace()
  const login = useLogin()
  return (
    <>
      <RouteProgress />
      <Suspense fallback={<RouteProgressBar />}>
        <Outlet />
      </Suspense>
      <OverlayHost />
      {login.isAsked ? null : <CommandPaletteHost />}
      <HelpHost />
      <BringHost />
      <DocumentHost />
      <WorkHost />
      <BroughtKeys />
      {login.isAsked ? <SignInPage canLeave={login.canLeave} onClose={login.close} /> : null}
    </>
  )
}
