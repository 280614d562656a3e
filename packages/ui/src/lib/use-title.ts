import { useEffect } from 'react'

import { PRODUCT_NAME } from './product.ts'

/** The title of the browser's tab for as long as a page is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title
    document.title = `${title} · ${PRODUCT_NAME}`
    return () => {
      document.title = before
    }
  }, [title])
}
