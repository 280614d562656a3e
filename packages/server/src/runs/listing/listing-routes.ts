import { countRuns, dismissRuns, findRuns, listCauses } from '@chatwright/contract'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { ListingService } from './listing-service.ts'

export const listingRoutes = (listing: ListingService): Handler[] => [
  handle(findRuns, ({ query }) => listing.find(query)),
  handle(countRuns, ({ query }) => listing.counts(query)),
  handle(listCauses, ({ query }) => listing.causes(query)),
  handle(dismissRuns, ({ body }) => listing.dismiss(body)),
]
