import type { ExtraProps } from 'react-markdown'

type Element = NonNullable<ExtraProps['node']>

/** The language a code block names; empty when it names none. */
export function languageOf(pre: Element | undefined): string {
  const code = pre?.children.find((child): child is Element => child.type === 'element' && child.tagName === 'code')
  const classes = code?.properties['className']
  const named = Array.isArray(classes) ? classes.map(String).find((name) => name.startsWith('language-')) : undefined
  return named === undefined ? '' : named.slice('language-'.length)
}

export function textOf(node: Element | undefined): string {
  if (!node) return ''
  return node.children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? textOf(child) : ''))
    .join('')
}
