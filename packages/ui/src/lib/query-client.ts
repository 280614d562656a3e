import { QueryClient } from '@tanstack/react-query'

import { ApiError } from './api-error.ts'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        refetchOnWindowFocus: true,
        retry: (failures, error) => failures < 2 && error instanceof ApiError && error.isRetryable,
        retryDelay: (failures) => 400 * 2 ** failures,
      },
    },
  })
}

export const queryClient = createQueryClient()
