import { memo, use } from 'react'
import ReactMarkdown from 'react-markdown'
import type { Components, ExtraProps, Options } from 'react-markdown'
import rehypeHighlight from 'rehype-highlight'
import rehypeKatex from 'rehype-katex'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'

import { CodeBlock } from './code-block.tsx'
import { MarkdownLink } from './markdown-link.tsx'
import { MarkdownPicture } from './markdown-picture.tsx'
import { unifyMath } from './math-marks.ts'
import { OwnAddressesContext } from './own-addresses.ts'
import { safeAddress } from './safe-address.ts'

interface MarkdownBlockProps {
  text: string
  /** Still being written: colouring its code on every token would cost more than it shows. */
  isLive: boolean
}

/** One block; drawn again only when its own text changes. */
export const MarkdownBlock = memo(function MarkdownBlock({ text, isLive }: MarkdownBlockProps) {
  const own = use(OwnAddressesContext)
  const isOurs = (address: string) => own?.open(address) !== undefined || own?.picture(address) !== undefined
  return (
    <ReactMarkdown
      remarkPlugins={remarkPlugins}
      rehypePlugins={isLive ? livePlugins : settledPlugins}
      urlTransform={(address) => (isOurs(address) ? address : safeAddress(address))}
      components={components}
    >
      {unifyMath(text)}
    </ReactMarkdown>
  )
})

type Element = NonNullable<ExtraProps['node']>
type Plugins = NonNullable<Options['rehypePlugins']>

// A single dollar is money far more often than mathematics; where it is not, it has been doubled before.
const remarkPlugins: Plugins = [remarkGfm, [remarkMath, { singleDollarTextMath: false }]]
const livePlugins: Plugins = [[rehypeKatex, { throwOnError: false, strict: false }]]
const settledPlugins: Plugins = [...livePlugins, [rehypeHighlight, { detect: false }]]

const components: Components = {
  a: ({ href, children }) => <MarkdownLink address={href}>{children}</MarkdownLink>,
  img: ({ src, alt }) => <MarkdownPicture address={typeof src === 'string' ? src : ''} description={alt ?? ''} />,
  pre: ({ node, children }) => (
    <CodeBlock language={languageOf(node)} text={textOf(node)}>
      {children}
    </CodeBlock>
  ),
  table: ({ children }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached with the keyboard too
    <div className="table-scroller" role="group" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
}

function languageOf(pre: Element | undefined): string {
  const code = pre?.children.find((child): child is Element => child.type === 'element' && child.tagName === 'code')
  const classes = code?.properties['className']
  const named = Array.isArray(classes) ? classes.map(String).find((name) => name.startsWith('language-')) : undefined
  return named === undefined ? '' : named.slice('language-'.length)
}

function textOf(node: Element | undefined): string {
  if (!node) return ''
  return node.children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? textOf(child) : ''))
    .join('')
}
