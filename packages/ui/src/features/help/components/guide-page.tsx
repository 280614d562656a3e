import Box from '@mui/material/Box'
import { useEffect, useMemo, useRef } from 'react'

import { Markdown } from '../../../components/markdown/markdown.tsx'
import { OwnAddressesContext } from '../../../components/markdown/own-addresses.ts'
import type { OwnAddresses } from '../../../components/markdown/own-addresses.ts'
import { useCustomization } from '../../../state/customization.ts'
import { anchorOf, followLink } from '../model/guide.ts'
import type { Guide } from '../model/guide.ts'
import { pictureAddress } from '../model/guides.ts'

interface GuidePageProps {
  guide: Guide
  /** The anchor of the heading to begin at. */
  anchor: string | undefined
  has: (guide: string) => boolean
  onOpen: (guide: string, anchor: string | undefined) => void
}

export function GuidePage({ guide, anchor, has, onOpen }: GuidePageProps) {
  const isDarkMode = useCustomization((state) => state.isDarkMode)
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => beginAt(page.current, anchor), [guide, anchor])
  const addresses = useMemo<OwnAddresses>(
    () => ({
      open: (address) => {
        const link = followLink(guide.id, address)
        return link && has(link.guide) ? () => onOpen(link.guide, link.anchor) : undefined
      },
      picture: (address) => pictureAddress(address, isDarkMode),
    }),
    [guide.id, has, onOpen, isDarkMode],
  )
  return (
    // Pages about nodes are mostly wide tables.
    <Box
      ref={page}
      sx={{ maxWidth: guide.id.includes('/') ? 'none' : '72ch', '& :is(h1, h2, h3)': { scrollMarginTop: '24px' } }}
    >
      <OwnAddressesContext value={addresses}>
        <Markdown text={guide.text} />
      </OwnAddressesContext>
    </Box>
  )
}

/** Begins at the heading. The drawing of Markdown arrives later than the first guide: headings are looked for until they are there. */
function beginAt(page: HTMLElement | null, anchor: string | undefined): (() => void) | undefined {
  if (!page) return undefined
  // The link that led here went with the guide it stood in; without a place for the focus, Escape would do nothing.
  if (document.activeElement === document.body) page.parentElement?.focus({ preventScroll: true })
  const scroll = () => {
    const headings = [...page.querySelectorAll('h1, h2, h3')]
    if (anchor === undefined) page.parentElement?.scrollTo({ top: 0 })
    else headings.find((item) => anchorOf(item.textContent) === anchor)?.scrollIntoView({ block: 'start' })
    return headings.length > 0
  }
  if (scroll()) return undefined
  const observer = new MutationObserver(() => {
    if (scroll()) observer.disconnect()
  })
  observer.observe(page, { childList: true, subtree: true })
  return () => observer.disconnect()
}
