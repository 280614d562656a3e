import { list, text } from '../shared/values.ts'

/** What a selector such as `[node, field]` reads, as a reference here; nothing where there is none. */
export type Resolve = (selector: readonly string[]) => string | undefined

export function selectorOf(value: unknown): string[] {
  return list(value).map((part) => text(part))
}

/** A text with `{{#node.field#}}` in it, with references of this product. What can't be said is left empty. */
export function sayText(value: unknown, resolve: Resolve, missing: (name: string) => void): string {
  return text(value).replaceAll(/\{\{#([^#{}]+)#\}\}/g, (_, name: string) => {
    const said = resolve(name.trim().split('.'))
    if (said !== undefined) return said
    missing(name)
    return ''
  })
}
