/** When a process counts as gone, and how soon others see it: all of it follows from one number. */
export interface Liveness {
  /** A process that is silent for this long has lost its runs to the others. */
  leaseMs: number
  /** How often it says that it lives: one sign may be late, and one lost. */
  renewEveryMs: number
  /** How often the others look for what was left behind. */
  lookEveryMs: number
  /** A run that nobody took for so long was forgotten by the queue, or the queue is long; adding it again is harmless. */
  untakenMs: number
}

export const DEFAULT_LEASE_MS = 15_000

export function livenessOf(leaseMs: number): Liveness {
  return { leaseMs, renewEveryMs: leaseMs / 3, lookEveryMs: leaseMs / 5, untakenMs: (leaseMs * 2) / 3 }
}
