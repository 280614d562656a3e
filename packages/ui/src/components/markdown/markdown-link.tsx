import Link from '@mui/material/Link'
import { use } from 'react'
import type { ReactNode } from 'react'

import { OwnAddressesContext } from './own-addresses.ts'

/** A link to the web opens beside us; one within our own texts is followed in place. */
export function MarkdownLink({ address, children }: { address: string | undefined; children: ReactNode }) {
  const own = use(OwnAddressesContext)
  const open = address === undefined ? undefined : own?.open(address)
  if (open) {
    return (
      <Link component="button" type="button" onClick={open} sx={{ font: 'inherit', verticalAlign: 'baseline' }}>
        {children}
      </Link>
    )
  }
  if (!address?.includes(':')) return <span>{children}</span>
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}
