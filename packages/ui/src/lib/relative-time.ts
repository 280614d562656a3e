const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** How long ago, in words; nothing within the last minute. "1 day ago", as 40 hours ago was yesterday for few who read it. */
export function relativeTime({ date, now, language }: { date: Date; now: Date; language: string }): string | undefined {
  const seconds = (date.getTime() - now.getTime()) / 1000
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) {
      return new Intl.RelativeTimeFormat(language, { numeric: 'always' }).format(Math.trunc(seconds / length), unit)
    }
  }
  return undefined
}
