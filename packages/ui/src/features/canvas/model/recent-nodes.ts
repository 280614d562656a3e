const MOST = 6

/** The nodes added last, newest first, with one more. */
export function withRecent(names: readonly string[], name: string): string[] {
  return [name, ...names.filter((other) => other !== name)].slice(0, MOST)
}
