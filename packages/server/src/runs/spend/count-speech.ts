import type { Counted } from '@chatwright/engine'
import { keyOf } from '../../door/askers/may.ts'
import type { Beside, Limits } from '../../money/limits/limits.ts'
import { dayOf, type PriceBook } from '../../money/prices/price-book.ts'
import { rowsOf } from './run-spend.ts'
import { HEARING, SPEAKING, type SpendStore } from './spend-store.ts'

export interface SpeechAsked extends Beside {
  nodeId: typeof HEARING | typeof SPEAKING
  model: string
  /** Seconds of a recording, or letters of a text. */
  most: number
}

/** Lets a provider of speech work where limits have room for it, and counts what it used. Work that fails is not counted. */
export type CountSpeech = <Result>(
  asked: SpeechAsked,
  work: (used: (amount: number) => void) => Promise<Result>,
) => Promise<Result>

const labels = { [HEARING]: 'Speech to text', [SPEAKING]: 'Text to speech' }

export function createCountSpeech({
  store,
  prices,
  limits,
  now,
  onFault,
}: {
  store: Pick<SpendStore, 'add'>
  prices: PriceBook
  limits: Pick<Limits, 'beside'>
  now: () => Date
  onFault: (error: unknown) => void
}): CountSpeech {
  return async ({ nodeId, model, most, ...by }, work) => {
    const counted: Counted = {}
    const asked = { model, most: { inputTokens: most, outputTokens: 0 }, counted }
    const result = await limits.beside(by, asked, () =>
      work((amount) => {
        counted.usage = { inputTokens: Math.ceil(amount), outputTokens: 0 }
      }),
    )
    const { usage } = counted
    if (!usage) return result
    const { flowId } = by
    const keyId = (by.asker && keyOf(by.asker)) ?? ''
    const add = async (): Promise<void> => {
      await prices.refresh()
      const day = dayOf(now().getTime())
      await store.add(rowsOf([{ nodeId, label: labels[nodeId], model, usage }], { day, flowId, keyId }, prices))
    }
    // What was said or heard is there, and must not fail for it.
    await add().catch(onFault)
    return result
  }
}
