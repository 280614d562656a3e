import type { ExtraProps } from 'react-markdown'

type Element = NonNullable<ExtraProps['node']>
interface Parent {
  children: readonly unknown[]
}

/** What is read as a whole. Parts within follow it: an element is blind to words in parts that have a direction of their own. */
const READ_AS_ONE: ReadonlySet<string> = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'blockquote',
  'table',
])

/** Lets each part of a text run the way its own words do: Arabic from the right, beside English from the left. */
export function setDirections() {
  return (tree: Parent): void => setIn(tree)
}

function setIn({ children }: Parent): void {
  for (const child of children) {
    if (!isElement(child)) continue
    if (READ_AS_ONE.has(child.tagName)) child.properties['dir'] = 'auto'
    else setIn(child)
  }
}

function isElement(node: unknown): node is Element {
  return typeof node === 'object' && node !== null && 'tagName' in node
}
