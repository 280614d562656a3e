import { useEffect } from 'react'

interface LoadMore {
  /** Index of the last row drawn. */
  lastShown: number
  count: number
  hasMore: boolean
  loadMore: () => void
}

/** Asks for the next page when the end of what is loaded comes near. */
export function useLoadMore({ lastShown, count, hasMore, loadMore }: LoadMore): void {
  useEffect(() => {
    if (hasMore && lastShown >= count - 8) loadMore()
  }, [lastShown, count, hasMore, loadMore])
}
