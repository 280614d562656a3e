import { use } from 'react'

import { OwnAddressesContext } from './own-addresses.ts'
import { RemoteImage } from './remote-image.tsx'

/** A picture of our own is shown; any other is offered as a link. */
export function MarkdownPicture({ address, description }: { address: string; description: string }) {
  const own = use(OwnAddressesContext)?.picture(address)
  if (own === undefined) return <RemoteImage address={address} description={description} />
  return <img src={own} alt={description} loading="lazy" style={{ maxWidth: '100%', borderRadius: 8 }} />
}
