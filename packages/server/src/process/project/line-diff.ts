/** Texts of more lines than this are compared whole, where they differ. */
const MOST_STEPS = 2000
const AROUND = 3

interface Line {
  sign: ' ' | '-' | '+'
  text: string
}

/** What changed between two texts, as git shows it; nothing where they are the same. */
export function diffLines(path: string, before: string | undefined, after: string | undefined): string {
  if (before === after) return ''
  const lines = compareLines(split(before), split(after))
  const shown = lines.map((_, at) =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ sign }) => sign !== ' '),
  )
  const out = [`--- ${before === undefined ? '/dev/null' : path}`, `+++ ${after === undefined ? '/dev/null' : path}`]
  let [here, there] = [1, 1]
  for (const [at, { sign, text }] of lines.entries()) {
    if (shown[at]) {
      if (!shown[at - 1]) out.push(`@@ -${here} +${there} @@`)
      out.push(sign + text)
    }
    if (sign !== '+') here += 1
    if (sign !== '-') there += 1
  }
  return `${out.join('\n')}\n`
}

function split(text = ''): string[] {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

function compareLines(before: readonly string[], after: readonly string[]): Line[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  const same = (lines: readonly string[]): Line[] => lines.map((text) => ({ sign: ' ', text }))
  return [
    ...same(before.slice(0, start)),
    ...shortest(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ]
}

/** The fewest lines removed and added (Myers); beyond so many, all of one and all of the other. */
function shortest(before: readonly string[], after: readonly string[]): Line[] {
  const whole = (): Line[] => [
    ...before.map((text): Line => ({ sign: '-', text })),
    ...after.map((text): Line => ({ sign: '+', text })),
  ]
  if (before.length === 0 || after.length === 0) return whole()
  const reached = new Map<number, number>([[1, 0]])
  const trace: Map<number, number>[] = []
  for (let steps = 0; steps <= Math.min(MOST_STEPS, before.length + after.length); steps += 1) {
    trace.push(new Map(reached))
    for (let line = -steps; line <= steps; line += 2) {
      const down = line === -steps || (line !== steps && (reached.get(line - 1) ?? 0) < (reached.get(line + 1) ?? 0))
      let x = down ? (reached.get(line + 1) ?? 0) : (reached.get(line - 1) ?? 0) + 1
      while (x < before.length && x - line < after.length && before[x] === after[x - line]) x += 1
      reached.set(line, x)
      if (x >= before.length && x - line >= after.length) return walkBack(before, after, trace)
    }
  }
  return whole()
}

function walkBack(before: readonly string[], after: readonly string[], trace: readonly Map<number, number>[]): Line[] {
  const lines: Line[] = []
  let [x, y] = [before.length, after.length]
  for (let steps = trace.length - 1; steps >= 0; steps -= 1) {
    const reached = trace[steps]!
    const line = x - y
    const down = line === -steps || (line !== steps && (reached.get(line - 1) ?? 0) < (reached.get(line + 1) ?? 0))
    const from = down ? line + 1 : line - 1
    const fromX = reached.get(from) ?? 0
    while (x > fromX && y > fromX - from && x > 0 && y > 0) {
      x -= 1
      y -= 1
      lines.push({ sign: ' ', text: before[x] ?? '' })
    }
    if (steps === 0) break
    if (down) {
      y -= 1
      lines.push({ sign: '+', text: after[y] ?? '' })
    } else {
      x -= 1
      lines.push({ sign: '-', text: before[x] ?? '' })
    }
  }
  return lines.toReversed()
}
