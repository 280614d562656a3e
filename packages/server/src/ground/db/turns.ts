/** One at a time, in order of arrival; whoever waits too long leaves the queue. */
export class Turns {
  #tail: Promise<void> = Promise.resolve()

  /** Resolves when it is our turn, with the function that ends it; undefined when the deadline passed first. */
  async take(deadline: number): Promise<(() => void) | undefined> {
    const before = this.#tail
    let end = (): void => undefined
    const turn = new Promise<void>((resolve) => (end = resolve))
    // Whoever gives up ends their turn early, but the next still waits for those before.
    this.#tail = before.then(() => turn)
    if (await isDoneBy(before, deadline)) return end
    end()
    return undefined
  }
}

async function isDoneBy(done: Promise<void>, deadline: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(deadline - performance.now(), 0))
  })
  try {
    return await Promise.race([done.then(() => true as const), late])
  } finally {
    clearTimeout(timer)
  }
}
