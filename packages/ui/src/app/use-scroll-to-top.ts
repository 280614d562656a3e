import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Every change of route brings the page smoothly back to its top. */
export function useScrollToTop(): void {
  const { pathname } = useLocation()
  useEffect(() => scrollToTop(pathname), [pathname])
}

function scrollToTop(_pathname: string): void {
  window.scrollTo({ top: 0, left: 0, behavior: 'smooth' })
}
