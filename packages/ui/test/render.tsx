import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'

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
