import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { RouterProvider } from 'react-router'

import { NotificationHost } from '../components/notification-host.tsx'
import { queryClient } from '../lib/query-client.ts'
import { AppTheme } from '../theme/app-theme.tsx'
import type { Router } from './router.tsx'

export function App({ router }: { router: Router }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <AppTheme>
          <RouterProvider router={router} />
          <NotificationHost />
        </AppTheme>
      </QueryClientProvider>
    </StrictMode>
  )
}
