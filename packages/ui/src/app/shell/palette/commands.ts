import type { Icon } from '@tabler/icons-react'

export interface Command {
  id: string
  group: string
  label: string
  icon: Icon
  run(): void
}

/** Commands that hold every word, those that start with the words first. */
export function matchCommands(commands: readonly Command[], words: string): Command[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const matching = commands.filter((command) => wanted.every((word) => command.label.toLowerCase().includes(word)))
  const first = wanted[0]
  if (first === undefined) return matching
  const starts = (command: Command) => command.label.toLowerCase().startsWith(first)
  return [...matching.filter(starts), ...matching.filter((command) => !starts(command))]
}
