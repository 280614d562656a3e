import { common, createLowlight } from 'lowlight'
import type { ExtraProps } from 'react-markdown'

import { languageOf, textOf } from './code-element.ts'

type Element = NonNullable<ExtraProps['node']>
interface Parent {
  children: Element['children'] | readonly unknown[]
}

/** One for all blocks: a language is compiled when it is first met, which takes longer than colouring with it. */
const lowlight = createLowlight(common)

/** Colours the code of a block whose language is named and known. */
export function highlightCode() {
  return (tree: Parent): void => colour(tree)
}

function colour({ children }: Parent): void {
  for (const child of children) {
    if (!isElement(child)) continue
    if (child.tagName === 'pre') colourCode(child)
    else colour(child)
  }
}

function colourCode(pre: Element): void {
  const language = languageOf(pre)
  const code = pre.children.find(isElement)
  if (!code || !lowlight.registered(language)) return
  code.children = lowlight.highlight(language, textOf(code)).children as Element['children']
}

function isElement(node: unknown): node is Element {
  return typeof node === 'object' && node !== null && 'tagName' in node
}
