import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/**
 * Keeps what goes on while something else is shown in its place, and takes it off the page meanwhile: a dialog that keeps the
 * focus would lead the Tab key to buttons that are hidden.
 */
export function KeptAside({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const [host] = useState(makeHost)
  const place = useRef<HTMLDivElement>(null)
  const scrolled = useRef<[Element, number][]>([])
  // Before the effects of what is kept, so that it can take the focus and scroll as it arrives.
  const attach = useCallback(
    (element: HTMLDivElement | null) => {
      place.current = element
      element?.append(host)
    },
    [host],
  )
  useLayoutEffect(() => {
    if (!isShown) {
      const moved = [...host.querySelectorAll('*')].filter(({ scrollTop }) => scrollTop > 0)
      scrolled.current = moved.map((element) => [element, element.scrollTop])
      host.remove()
    } else if (host.parentNode !== place.current) {
      place.current?.append(host)
      for (const [element, top] of scrolled.current) element.scrollTop = top
    }
  }, [isShown, host])
  return (
    <>
      <div ref={attach} style={{ display: 'contents' }} />
      {createPortal(children, host)}
    </>
  )
}

function makeHost(): HTMLDivElement {
  const host = document.createElement('div')
  host.style.display = 'contents'
  return host
}
