import type { RsbuildPlugin } from '@rsbuild/core'

/** What the browser reads of a route: where to send a request, and how to read the answer. */
const KEPT = new Set(['method', 'path', 'base', 'produces', '...'])

const SCHEMA = /^((?:export )?const \w+) = (?:z$|(?:z|[A-Z][a-z]\w*)\.\w+[.<(]|(?:asRead|text)\()/
const ROUTE = /^((?:export )?const \w+ =) defineRoute\(\{$/
const PROPERTY = /^ {2}(\w+|\.\.\.)/

/** Leaves out of the contract what only the server obeys: of a route its schemas and words, of a schema everything. */
export function routesOnly(): RsbuildPlugin {
  return {
    name: 'chatwright:routes-only',
    setup(api) {
      api.transform({ test: /packages[\\/]contract[\\/]src[\\/].*\.ts$/, order: 'pre' }, ({ code }) =>
        withoutSchemas(code),
      )
    },
  }
}

/** Goes by the lines of a formatted file: what is declared begins at the margin, what a route has two blanks further in. */
export function withoutSchemas(code: string): string {
  return statementsOf(code).map(shorten).join('\n')
}

function shorten(statement: readonly string[]): string {
  const first = statement[0] ?? ''
  const schema = SCHEMA.exec(first)
  // Without the mark, a call that nobody asks for stays in the bundle: it might do something.
  if (schema) return `${schema[1]} = /*#__PURE__*/ z.any()`
  const route = ROUTE.exec(first)
  return route
    ? [`${route[1]} /*#__PURE__*/ defineRoute({`, ...keptOf(statement.slice(1))].join('\n')
    : statement.join('\n')
}

function keptOf(lines: readonly string[]): string[] {
  let isKept = true
  return lines.filter((line) => {
    const property = PROPERTY.exec(line)?.[1]
    if (property !== undefined) isKept = KEPT.has(property)
    return isKept || !line.startsWith('  ')
  })
}

/** A line at the margin begins a statement, unless it only closes the one before. */
function statementsOf(code: string): string[][] {
  const statements: string[][] = []
  for (const line of code.split('\n')) {
    const goesOn = /^[\s)}\]]/.test(line) && statements.length > 0
    if (goesOn) statements.at(-1)?.push(line)
    else statements.push([line])
  }
  return statements
}
