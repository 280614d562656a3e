/** Middle value and spread of repeated measurements: the spread is the machine's noise. */
export function summarise(values: readonly number[]): { median: number; low: number; high: number } {
  const sorted = values.toSorted((a, b) => a - b)
  return {
    median: sorted[Math.floor(sorted.length / 2)] ?? 0,
    low: sorted[0] ?? 0,
    high: sorted.at(-1) ?? 0,
  }
}

export interface Figure {
  name: string
  value: number
  unit: string
  /** The promise; a figure above it fails the benchmark. */
  cap?: number
  noise?: string
}

/** Prints figures as a table and sets the exit code when a promise is broken. */
export function report(figures: readonly Figure[]): void {
  for (const { name, value, unit, cap, noise } of figures) {
    const isBroken = cap !== undefined && value > cap
    const shown = value >= 100 ? value.toFixed(0) : value.toFixed(2)
    const promise = cap === undefined ? '' : ` (cap ${cap}${isBroken ? ', BROKEN' : ''})`
    console.log(`${name.padEnd(56)} ${shown.padStart(9)} ${unit}${promise}${noise ? `  ${noise}` : ''}`)
    if (isBroken) process.exitCode = 1
  }
}
