import type { NewPrice, Price, PriceList, Spend, SpendQuery, SpendSum } from '@chatwright/contract'
import { BUILT_IN_SINCE, builtInPrices, speechUnits, type SpeechUnit } from '../../money/prices/built-in-prices.ts'
import { dayOf } from '../../money/prices/price-book.ts'
import type { PriceRow, PriceStore } from '../../money/prices/price-store.ts'
import { reckonSpend, type ReckonDependencies } from './reckon-spend.ts'
import { costWithin } from './call-costs.ts'
import { nodeKey, TESTS, type SpendSumRow } from './spend-store.ts'
import { UNNAMED } from './run-spend.ts'

export type SpendService = ReturnType<typeof createSpendService>

const DAY_MS = 86_400_000
const MOST_ROWS = 100
const UNKNOWN_DAYS = 30

export function createSpendService(dependencies: ReckonDependencies & { priceStore: PriceStore }) {
  const { store, now, prices, priceStore } = dependencies
  /** The last few days, today the last of them. Asked once for one answer: the day may end while it is written. */
  const lastDays = (days: number): string[] => {
    const today = now().getTime()
    return Array.from({ length: days }, (_, index) => dayOf(today - (days - 1 - index) * DAY_MS))
  }

  return {
    async spend({ days = 30, chatflowId: flowId }: SpendQuery): Promise<Spend> {
      await reckonSpend(dependencies)
      const shownDays = lastDays(days)
      const of = { from: shownDays[0] ?? '', flowId, limit: MOST_ROWS }
      const [byDay, flows, nodes, costs, models, keys, tests, names] = await Promise.all([
        store.sums(['day'], { ...of, limit: days + 1 }),
        store.sums(['chatflow_id'], of),
        store.sums(['chatflow_id', 'node_id'], of),
        store.callCosts(of),
        store.sums(['model'], of),
        store.sums(['key_id'], of),
        store.sums(['key_id'], { ...of, keyId: TESTS }),
        store.names(),
      ])
      const sums = new Map(byDay.map((row) => [row.day, sumOf(row)]))
      return {
        total: [...sums.values()].reduce(add, NOTHING),
        days: shownDays.map((day) => ({ day, ...(sums.get(day) ?? NOTHING) })),
        flows: flows.map((row) => named(row, row.chatflow_id, names.flows.get(row.chatflow_id ?? ''))),
        nodes: nodes.map((row) => {
          const ofCalls = costs.get(nodeKey(row.chatflow_id ?? '', row.node_id ?? '')) ?? new Map<number, number>()
          return {
            ...named(row, row.node_id, row.label === '' ? undefined : row.label),
            chatflowId: row.chatflow_id ?? '',
            medianMicro: costWithin(ofCalls, 0.5),
            p95Micro: costWithin(ofCalls, 0.95),
          }
        }),
        models: models.map((row) => named(row, row.model, row.model === UNNAMED ? undefined : row.model)),
        keys: keys
          .filter(({ key_id: id }) => id !== '' && id !== TESTS)
          .map((row) => named(row, row.key_id, names.keys.get(row.key_id ?? ''))),
        tests: tests.map(sumOf).reduce(add, NOTHING),
      }
    },

    async prices(): Promise<PriceList> {
      await reckonSpend(dependencies)
      const [own, models] = await Promise.all([
        priceStore.list(),
        store.sums(['model'], { from: lastDays(UNKNOWN_DAYS)[0] ?? '', limit: 1000 }),
      ])
      const builtIn = Object.entries(builtInPrices).map(([model, [input, output, cachedInput]]) => ({
        model,
        since: BUILT_IN_SINCE,
        input,
        output,
        cachedInput,
        isOwn: false,
      }))
      const items = [...own.map(toPrice), ...builtIn].toSorted(
        (a, b) => a.model.localeCompare(b.model) || b.since.localeCompare(a.since),
      )
      const known = new Set(items.map(({ model }) => model))
      return {
        items,
        unknown: models.flatMap(({ model = '', unpriced_calls: calls }) =>
          calls > 0 && model !== UNNAMED && !known.has(model) ? [model] : [],
        ),
        units: {
          // What was chosen with a price; what was counted is known better.
          ...Object.fromEntries(
            newestOf(own).flatMap(({ model, unit }): [string, SpeechUnit][] =>
              unit === null || unit === 'tokens' ? [] : [[model, unit]],
            ),
          ),
          ...Object.fromEntries(
            models.flatMap(({ model = '', seconds, characters }): [string, SpeechUnit][] =>
              seconds > 0 ? [[model, 'seconds']] : characters > 0 ? [[model, 'characters']] : [],
            ),
          ),
          ...speechUnits,
        },
      }
    },

    async setPrice({ cachedInput, unit, ...price }: NewPrice): Promise<Price> {
      const row: PriceRow = { ...price, cached_input: cachedInput ?? price.input, unit: unit ?? null }
      await priceStore.put(row)
      await prices.changed()
      return toPrice(row)
    },

    async deletePrice(key: Pick<Price, 'model' | 'since'>): Promise<boolean> {
      const isDeleted = await priceStore.delete(key)
      await prices.changed()
      return isDeleted
    },
  }
}

const NOTHING: SpendSum = {
  calls: 0,
  unpricedCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  seconds: 0,
  characters: 0,
  priceMicro: 0,
}

function sumOf(row: SpendSumRow): SpendSum {
  return {
    calls: row.calls,
    unpricedCalls: row.unpriced_calls,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    seconds: row.seconds,
    characters: row.characters,
    priceMicro: row.price_micro,
  }
}

function add(a: SpendSum, b: SpendSum): SpendSum {
  return {
    calls: a.calls + b.calls,
    unpricedCalls: a.unpricedCalls + b.unpricedCalls,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    seconds: a.seconds + b.seconds,
    characters: a.characters + b.characters,
    priceMicro: a.priceMicro + b.priceMicro,
  }
}

function named(row: SpendSumRow, id: string | undefined, name: string | undefined) {
  return { ...sumOf(row), id: id ?? '', name: name ?? null }
}

function toPrice({ model, since, input, output, cached_input: cachedInput }: PriceRow): Price {
  return { model, since, input, output, cachedInput, isOwn: true }
}

/** The newest price of each model. */
function newestOf<Row extends { model: string; since: string }>(own: readonly Row[]): Row[] {
  const newest = new Map<string, Row>()
  for (const row of own) if (row.since >= (newest.get(row.model)?.since ?? '')) newest.set(row.model, row)
  return [...newest.values()]
}
