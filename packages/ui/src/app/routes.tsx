import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'

import { ErrorScreen } from './error-screen.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { RootLayout } from './root-layout.tsx'
import { RouteProgressBar } from './route-progress.tsx'
import { BareLayout } from './shell/bare-layout.tsx'
import { MainLayout } from './shell/main-layout.tsx'

/** A screen is a chunk of its own; the router shows it once it has arrived. */
function screen(load: () => Promise<{ default: ComponentType }>) {
  return async () => ({ Component: (await load()).default })
}

const chatflows = screen(() => import('../features/chatflows/chatflows-screen.tsx'))
const canvas = screen(() => import('../features/canvas/canvas-screen.tsx'))

export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <ErrorScreen />,
    HydrateFallback: RouteProgressBar,
    children: [
      {
        element: <MainLayout />,
        children: [
          {
            // Inside the layout, so that a screen that fails leaves the menu in place.
            errorElement: <ErrorScreen />,
            children: [
              { index: true, lazy: chatflows },
              { path: 'chatflows', lazy: chatflows },
              { path: 'marketplaces', lazy: screen(() => import('../features/marketplace/marketplace-screen.tsx')) },
              { path: 'tools', lazy: screen(() => import('../features/tools/tools-screen.tsx')) },
              { path: 'credentials', lazy: screen(() => import('../features/credentials/credentials-screen.tsx')) },
              { path: 'apikey', lazy: screen(() => import('../features/api-keys/api-keys-screen.tsx')) },
            ],
          },
        ],
      },
      {
        element: <BareLayout />,
        errorElement: <ErrorScreen />,
        children: [
          { path: 'canvas', lazy: canvas },
          { path: 'canvas/:id', lazy: canvas },
          { path: 'marketplace/:id', lazy: screen(() => import('../features/canvas/template-screen.tsx')) },
          { path: 'chatbot/:id', lazy: screen(() => import('../features/chat/chatbot-screen.tsx')) },
          { path: '*', element: <NotFoundScreen /> },
        ],
      },
    ],
  },
]
