import { createContext } from 'react'

/**
 * What a text of this product's own, such as a guide, may point to besides the web. Answers of models have none of it:
 * they could otherwise lead a reader to any of our pages.
 */
export interface OwnAddresses {
  /** What happens when a link is followed; nothing when the address is not one of ours. */
  open(address: string): (() => void) | undefined
  /** Where a picture lies; nothing when it is not one of ours. */
  picture(address: string): string | undefined
}

export const OwnAddressesContext = createContext<OwnAddresses | undefined>(undefined)
