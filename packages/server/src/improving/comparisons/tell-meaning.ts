import { compareWording } from '@chatwright/core'

/** `reworded`: other words that mean the same, as far as a small model can tell. Where it is in doubt they are different. */
export type Meaning = 'same' | 'reworded' | 'different'

export type TellMeaning = (one: string, other: string) => Promise<Meaning>

/** From here on words stand for each other, and sentences say the same. */
const NEAR_WORDS = 0.73
const NEAR_SENTENCES = 0.72

type Vectors = readonly (readonly number[])[]

/** Facts are compared as they are written; what else is worded otherwise must be near on both sides. */
export function createTellMeaning({ embed, onFault }: MeaningDependencies): TellMeaning {
  const areNear = async (ones: string[], others: string[], least: number): Promise<boolean> => {
    if (ones.length === 0 && others.length === 0) return true
    if (ones.length === 0 || others.length === 0) return false
    const vectors = await embed([...ones, ...others])
    const [first, second] = [vectors.slice(0, ones.length), vectors.slice(ones.length)]
    return haveNear(first, second, least) && haveNear(second, first, least)
  }
  return async (one, other) => {
    const wording = compareWording(one, other)
    if (wording.told !== 'near') return wording.told
    const { unlike, sentences } = wording
    try {
      const isNear = (await areNear(...unlike, NEAR_WORDS)) && (await areNear(...sentences, NEAR_SENTENCES))
      return isNear ? 'reworded' : 'different'
    } catch (error) {
      // What was asked and paid for is not lost over it.
      onFault(error)
      return 'different'
    }
  }
}

interface MeaningDependencies {
  embed(texts: string[]): Promise<Vectors>
  onFault(error: unknown): void
}

/** Whether each of them has one among the others that is near. */
function haveNear(ones: Vectors, others: Vectors, least: number): boolean {
  return ones.every((one) => others.some((other) => similarity(one, other) >= least))
}

function similarity(one: readonly number[], other: readonly number[]): number {
  let product = 0
  let length = 0
  let otherLength = 0
  for (const [index, value] of one.entries()) {
    const opposite = other[index] ?? 0
    product += value * opposite
    length += value * value
    otherLength += opposite * opposite
  }
  return product / Math.sqrt(length * otherLength || 1)
}
