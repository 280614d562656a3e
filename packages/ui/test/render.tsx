import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'

import { OverlayHost } from '../src/components/overlay-host.tsx'
import { useNotifications } from '../src/state/notifications.ts'
import { AppTheme } from '../src/theme/app-theme.tsx'

/** Draws something as the application would: themed, routed, with an empty query cache. */
export function renderInApp(content: ReactNode, { path = '/' }: { path?: string } = {}) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(
    <QueryClientProvider client={queryClient}>
      <AppTheme>
        <MemoryRouter initialEntries={[path]}>{content}</MemoryRouter>
      </AppTheme>
    </QueryClientProvider>,
  )
}

/** Draws a screen at its address, with the dialogs that ask first; wherever else it leads, the address is told. */
export function renderScreen(screen: ReactNode, { path, route = path }: { path: string; route?: string }) {
  const rendered = renderInApp(
    <>
      <Routes>
        <Route path={route.split('?')[0] ?? route} element={screen} />
        <Route path="*" element={null} />
      </Routes>
      <Address />
      <OverlayHost />
    </>,
    { path },
  )
  return {
    ...rendered,
    address: () => rendered.getByTestId('address').textContent,
  }
}

/** What was told in passing, the latest last. */
export function toldMessages(): unknown[] {
  return useNotifications.getState().notifications.map(({ message }) => message)
}

function Address() {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{`${pathname}${search}`}</output>
}
