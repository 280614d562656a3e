import {
  allowMore,
  createLimit,
  deleteLimit,
  deletePrice,
  fitOfModel,
  getSpend,
  listLimits,
  listPrices,
  setPrice,
} from '@chatwright/contract'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { RelayNotes } from '../../door/http/relay-notes.ts'
import type { Limits } from '../../money/limits/limits.ts'
import type { SpendService } from './spend-service.ts'

export const spendRoutes = ({
  spend,
  limits,
  relays,
}: {
  spend: SpendService
  limits: Limits
  relays: Pick<RelayNotes, 'latest'>
}): Handler[] => [
  handle(getSpend, ({ query }) => spend.spend(query)),
  handle(listPrices, () => spend.prices()),
  handle(setPrice, ({ body }) => spend.setPrice(body)),
  handle(deletePrice, async ({ query }) => ({ isDeleted: await spend.deletePrice(query) })),
  handle(listLimits, async () => ({ items: await limits.list(), untrustedProxy: await relays.latest() })),
  handle(fitOfModel, ({ query }) => limits.fit(query)),
  handle(createLimit, ({ body }) => limits.create(body)),
  handle(allowMore, async ({ params, body }) => ({ isAllowed: await limits.allow({ id: params.id, ...body }) })),
  handle(deleteLimit, async ({ params }) => ({ isDeleted: await limits.delete(params.id) })),
]
