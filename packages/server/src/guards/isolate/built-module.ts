import { existsSync } from 'node:fs'
import { usesBundle } from './uses-bundle.ts'

/** Where our packages lie beside each other, in a clone and in the package. */
const ours = new URL('../../../../', import.meta.url).href

/**
 * A module in its built form, in few files where it was bundled: a child loads it for every task. Tests run the sources, but
 * a child with no permissions cannot compile them: theirs runs what was built, under the very limits of the product.
 */
export function builtModule({ href }: URL): URL {
  if (!href.startsWith(ours)) return new URL(href)
  const built = href.endsWith('.ts') ? moved(`${href.slice(0, -3)}.js`, { from: '/src/', to: '/dist/' }) : href
  const bundled = new URL(moved(built, { from: '/dist/', to: '/bundle/' }))
  return usesBundle && existsSync(bundled) ? bundled : new URL(built)
}

function moved(href: string, { from, to }: { from: string; to: string }): string {
  const at = href.lastIndexOf(from)
  return at < 0 ? href : `${href.slice(0, at)}${to}${href.slice(at + from.length)}`
}
