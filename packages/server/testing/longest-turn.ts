import { existsSync, readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/**
 * The most processor time, in milliseconds, that passes between two turns of this process's event loop while something
 * is going on: for so long nobody else is answered. Other programs on the machine do not count, nor do other threads where the
 * system tells them apart.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = processorTime()
  const look = (): void => {
    const now = processorTime()
    longest = Math.max(longest, now - before)
    before = now
  }
  const timer = setInterval(look, 1)
  try {
    await work()
    look()
  } finally {
    clearInterval(timer)
  }
  return longest
}

/**
 * Of three tries the best, or the first within a limit: what a process tidies up adds to one try, and takes nothing away from any.
 * That is done before another try alone, and how slow the machine is, is asked only where it counts: both take longer than most of
 * what is measured.
 */
export async function leastTurn(limit: number, tryOnce: () => Promise<number>): Promise<number> {
  let least = Infinity
  for (let tries = 0; tries < 3 && least >= limit; tries += 1) {
    if (tries > 0) tidyUp()
    const turn = await tryOnce()
    least = Math.min(least, turn < limit ? turn : turn / slowness())
  }
  return least
}

/** Collects what earlier tests left. */
function tidyUp(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}

/** How many times longer this machine takes, as it is right now, than the one whose figures are promised; at least once. */
function slowness(): number {
  longText ??= JSON.stringify('x'.repeat(16 * 1024 ** 2))
  const before = processorTime()
  for (let round = 0; round < 3; round += 1) JSON.parse(longText)
  return Math.max(1, (processorTime() - before) / PROMISED_MS)
}

/** Made once: that takes as long as what is measured. */
let longText: string | undefined

/** What that took where the promises were measured. */
const PROMISED_MS = 55

/** Milliseconds that the thread which answers has had of a processor. */
function processorTime(): number {
  if (hasThreadTime) return Number(readFileSync(THREAD_TIME, 'latin1').split(' ', 1)[0]) / 1e6
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Linux counts each thread apart; the first has the number of its process. */
const THREAD_TIME = `/proc/self/task/${process.pid}/schedstat`
const hasThreadTime = isMainThread && existsSync(THREAD_TIME)
