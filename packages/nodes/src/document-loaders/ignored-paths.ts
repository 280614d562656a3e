import { parseJson, NodeError } from '@chatwright/core'

/** Patterns of paths to leave out, as in a `.gitignore` file: one list, in JSON or separated by commas or lines. */
export function parseIgnoredPaths(text: string | undefined): PathPattern[] {
  const written = text?.trim() ?? ''
  if (written === '') return []
  const patterns = written.startsWith('[') ? parseList(written) : written.split(/[,\n]/)
  return patterns
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '')
    .map(readPattern)
}

export function ignoresPath(ignored: readonly PathPattern[], path: string): boolean {
  return ignored.some((pattern) => fits(pattern, path))
}

export interface PathPattern {
  /** From the root; any other pattern may begin in any folder. */
  isAnchored: boolean
  /** Letters, or what stands for several. */
  parts: readonly string[]
}

function parseList(text: string): string[] {
  try {
    const list: unknown = parseJson(text)
    if (Array.isArray(list) && list.every((item) => typeof item === 'string')) return list
  } catch {
    // Told below, together with lists of the wrong things.
  }
  throw new NodeError('Ignore Paths must be a JSON list of strings.', {
    code: 'bad-input',
    field: 'ignorePath',
    hint: 'Enter a list such as ["*.md", "test/**"].',
  })
}

function readPattern(pattern: string): PathPattern {
  return {
    isAnchored: pattern.replace(/\/$/, '').includes('/'),
    parts: pattern
      .replace(/^\/|\/$/g, '')
      .split(/(\*\*\/?|\*|\?)/)
      .flatMap((part) => (part.startsWith('**') ? '**' : /^[*?]$/.test(part) ? part : part.split(''))),
  }
}

/**
 * Follows all ways to read a pattern at once, letter by letter: an expression would try them one after the other, and
 * with many stars there are more ways than time.
 */
function fits({ isAnchored, parts }: PathPattern, path: string): boolean {
  let ways = new Set<number>()
  for (let at = 0; at <= path.length; at += 1) {
    if (at === 0 || (!isAnchored && path[at - 1] === '/')) ways.add(0)
    // A star may stand for nothing. New members of a set are visited too.
    for (const way of ways) if (parts[way] === '*' || parts[way] === '**') ways.add(way + 1)
    const letter = path[at]
    if (ways.has(parts.length) && (letter === undefined || letter === '/')) return true
    const next = new Set<number>()
    for (const way of ways) {
      const part = parts[way]
      if (part === '**' || (part === '*' && letter !== '/')) next.add(way)
      else if (part === letter || (part === '?' && letter !== '/')) next.add(way + 1)
    }
    ways = next
  }
  return false
}
