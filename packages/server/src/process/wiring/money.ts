import { createPriceStore } from '../../money/prices/price-store.ts'
import { keepReckoning } from '../../runs/spend/reckon-spend.ts'
import { spendRoutes } from '../../runs/spend/spend-routes.ts'
import { createSpendService } from '../../runs/spend/spend-service.ts'
import type { Common } from './common.ts'
import type { Group } from './group.ts'

/** What runs cost, and the limits that hold them. */
export function createMoney({ database, logger, execution, reckoning, relays }: Common): Group {
  const stopReckoning = keepReckoning(reckoning, (error) =>
    logger.warn({ err: error }, 'what runs cost cannot be reckoned right now'),
  )
  return {
    handlers: spendRoutes({
      spend: createSpendService({ ...reckoning, priceStore: createPriceStore(database) }),
      limits: execution.limits,
      relays,
    }),
    close: stopReckoning,
  }
}
