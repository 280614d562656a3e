import type { Icon } from '@tabler/icons-react'

export interface Command {
  id: string
  group: string
  label: string
  icon: Icon
  /** Other words for it. */
  words?: string
  run(): void
}

/** As many of one kind as leave room for the others. */
const MOST_OF_A_GROUP = 8

/** Commands that hold every word. What the words begin comes first, and with it its group. */
export function matchCommands(commands: readonly Command[], words: string): Command[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return [...commands]
  const groups = new Map<string, { command: Command; score: number }[]>()
  for (const command of commands) {
    const score = scoreOf(command, wanted)
    if (score > 0) groups.set(command.group, [...(groups.get(command.group) ?? []), { command, score }])
  }
  return [...groups.values()]
    .map((group) => group.toSorted((a, b) => b.score - a.score).slice(0, MOST_OF_A_GROUP))
    .toSorted((a, b) => (b[0]?.score ?? 0) - (a[0]?.score ?? 0))
    .flatMap((group) => group.map(({ command }) => command))
}

function scoreOf({ label, words = '' }: Command, wanted: readonly string[]): number {
  const text = label.toLowerCase()
  const all = `${text} ${words.toLowerCase()}`
  if (!wanted.every((word) => all.includes(word))) return 0
  const phrase = wanted.join(' ')
  if (text === phrase) return 4
  if (text.startsWith(phrase)) return 3
  return wanted.every((word) => ` ${all}`.includes(` ${word}`)) ? 2 : 1
}
