/** A map of so many values at most: it keeps those used last and lets the others go. */
export class RecentValues<Value> {
  readonly #values = new Map<string, Value>()
  readonly #most: number
  #newest: string | undefined

  constructor(most: number) {
    this.#most = most
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key)
    // What is asked for again and again is the newest already.
    if (value !== undefined && key !== this.#newest) this.#renew(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.#renew(key, value)
    if (this.#values.size <= this.#most) return
    const [oldest] = this.#values.keys()
    if (oldest !== undefined) this.#values.delete(oldest)
  }

  delete(key: string): void {
    this.#values.delete(key)
  }

  clear(): void {
    this.#values.clear()
  }

  /** A map keeps the order in which keys came: taken out and put back, one is the newest. */
  #renew(key: string, value: Value): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    this.#newest = key
  }
}
