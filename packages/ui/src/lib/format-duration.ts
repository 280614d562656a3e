/** "640 ms", "3.2 s", "2 min 5 s": as exact as one wants to read it. */
export function formatDuration(milliseconds: number, language: string): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 59.5) return `${seconds.toLocaleString(language, { maximumFractionDigits: seconds < 10 ? 1 : 0 })} s`
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)} min ${whole % 60} s`
}
