import { vi } from 'vitest'

const DAY_MS = 86_400_000
const ROOM_MS = 60_000

/** For what is counted by the day or the month, in UTC: a test that begins within the last minute waits for the next day. */
export async function roomInDay(): Promise<void> {
  await vi.waitFor(
    () => {
      if (DAY_MS - (Date.now() % DAY_MS) < ROOM_MS) throw new Error('The day is nearly over.')
    },
    { timeout: 2 * ROOM_MS, interval: 50 },
  )
}
