export interface Sending<Due> {
  /** Takes at most so many of what is due; whoever takes something has to send it. */
  take(limit: number): Promise<Due[]>
  send(due: Due): Promise<void>
  onFault: (error: unknown) => void
  everyMs?: number | undefined
}

export interface KeptSending {
  /** Looks at once: something became due. */
  nudge(): void
  stop(): void
}

const EVERY_MS = 1000
const AT_ONCE = 10

/** Sends what is due, a few at a time. A receiver that does not answer holds one place, and nobody else up. */
export function keepSending<Due>({ take, send, onFault, everyMs = EVERY_MS }: Sending<Due>): KeptSending {
  let open = 0
  let isLooking = false
  let isStopped = false
  let isMore = false
  let isWanted = false

  const look = async (): Promise<void> => {
    const room = AT_ONCE - open
    // Whoever looks right now may be past what became due since.
    isWanted = isLooking
    if (isLooking || isStopped || room === 0) return
    isLooking = true
    try {
      const due = await take(room)
      isMore = due.length === room
      for (const one of due) {
        open += 1
        send(one)
          .catch(onFault)
          .finally(() => {
            open -= 1
            if (isMore) setImmediate(lookAgain)
          })
      }
    } finally {
      isLooking = false
      if (isWanted) setImmediate(lookAgain)
    }
  }
  const lookAgain = (): void => void look().catch(onFault)

  const timer = setInterval(lookAgain, everyMs)
  timer.unref()
  return {
    nudge: lookAgain,
    stop() {
      isStopped = true
      clearInterval(timer)
    },
  }
}
