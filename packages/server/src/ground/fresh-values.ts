import { RecentValues } from '@chatwright/core'

interface FreshFor {
  goodForMs: number
  /** Milliseconds on a clock that only goes forward. */
  elapsed?: (() => number) | undefined
}

/**
 * Recent values, each good for so long and then asked for anew. The time is one that nobody sets: on a clock that is put back, what was
 * withdrawn elsewhere would stay good.
 */
export class FreshValues<Value> {
  readonly #values: RecentValues<{ value: Value; until: number }>
  readonly #goodForMs: number
  readonly #elapsed: () => number

  constructor(most: number, { goodForMs, elapsed = () => performance.now() }: FreshFor) {
    this.#values = new RecentValues(most)
    this.#goodForMs = goodForMs
    this.#elapsed = elapsed
  }

  get(key: string): Value | undefined {
    const found = this.#values.get(key)
    if (!found || found.until > this.#elapsed()) return found?.value
    this.#values.delete(key)
    return undefined
  }

  set(key: string, value: Value): void {
    this.#values.set(key, { value, until: this.#elapsed() + this.#goodForMs })
  }

  delete(key: string): void {
    this.#values.delete(key)
  }

  clear(): void {
    this.#values.clear()
  }
}
