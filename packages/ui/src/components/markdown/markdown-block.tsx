import { memo, use } from 'react'
import ReactMarkdown from 'react-markdown'
import type { Components, Options } from 'react-markdown'
import rehypeKatex from 'rehype-katex'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'

import { color } from '../../theme/tokens.ts'
import { CodeBlock } from './code-block.tsx'
import { languageOf, textOf } from './code-element.ts'
import { highlightCode } from './highlight-code.ts'
import { MarkdownLink } from './markdown-link.tsx'
import { MarkdownPicture } from './markdown-picture.tsx'
import { unifyMath } from './math-marks.ts'
import { OwnAddressesContext } from './own-addresses.ts'
import { safeAddress } from './safe-address.ts'
import { setDirections } from './text-direction.ts'

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

type Plugins = NonNullable<Options['rehypePlugins']>

// A single dollar is money far more often than mathematics; where it is not, it has been doubled before.
const remarkPlugins: Plugins = [remarkGfm, [remarkMath, { singleDollarTextMath: false }]]
const drawMath = (errorColor: string): Plugins => [[rehypeKatex, { throwOnError: false, strict: false, errorColor }]]
// Half a formula is no mistake: it stands as it is written until its end is there.
const livePlugins: Plugins = [setDirections, ...drawMath('inherit')]
const settledPlugins: Plugins = [setDirections, ...drawMath(color.error), highlightCode]

/** A cell of more letters gets room: one that is squeezed to a word a line makes every row a tower. */
const LONG_CELL = 24

const components: Components = {
  a: ({ href, children }) => <MarkdownLink address={href}>{children}</MarkdownLink>,
  img: ({ src, alt }) => <MarkdownPicture address={typeof src === 'string' ? src : ''} description={alt ?? ''} />,
  pre: ({ node, children }) => (
    <CodeBlock language={languageOf(node)} text={textOf(node)}>
      {children}
    </CodeBlock>
  ),
  td: ({ node, children, ...props }) => (
    <td {...props} {...(textOf(node).length > LONG_CELL && { className: 'is-long' })}>
      {children}
    </td>
  ),
  table: ({ children, dir }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached with the keyboard too
    <div className="table-scroller" role="group" tabIndex={0} dir={dir}>
      <table>{children}</table>
    </div>
  ),
}
