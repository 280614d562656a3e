import { NodeError } from '@chatwright/core'

/** Patterns of paths to leave out, as in a `.gitignore` file: one list, in JSON or separated by commas or lines. */
export function parseIgnoredPaths(text: string | undefined): RegExp[] {
  const written = text?.trim() ?? ''
  if (written === '') return []
  const patterns = written.startsWith('[') ? parseList(written) : written.split(/[,\n]/)
  return patterns
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '')
    .map(toExpression)
}

export function ignoresPath(ignored: readonly RegExp[], path: string): boolean {
  return ignored.some((expression) => expression.test(path))
}

function parseList(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list) && list.every((item) => typeof item === 'string')) return list
  } catch {
    // Told below, together with lists of the wrong things.
  }
  throw new NodeError('Ignore Paths must be a JSON list of texts.', {
    code: 'bad-input',
    field: 'ignorePath',
    hint: 'Write, for example, ["*.md", "test/**"].',
  })
}

function toExpression(pattern: string): RegExp {
  const isAnchored = pattern.replace(/\/$/, '').includes('/')
  const body = pattern
    .replace(/^\/|\/$/g, '')
    .split(/(\*\*\/?|\*|\?)/)
    .map((part) => {
      if (part.startsWith('**')) return '.*'
      if (part === '*') return '[^/]*'
      if (part === '?') return '[^/]'
      return part.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    })
    .join('')
  return new RegExp(`${isAnchored ? '^' : '(^|/)'}${body}(/|$)`)
}
