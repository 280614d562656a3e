/**
 * The most processor time, in milliseconds, that passes between two turns of this process's event loop while something
 * is going on: for so long nobody else is answered. Other programs on the machine do not count.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = process.cpuUsage()
  const look = (): void => {
    const { user, system } = process.cpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.cpuUsage()
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
