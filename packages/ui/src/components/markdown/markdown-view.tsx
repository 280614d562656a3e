import styled from '@emotion/styled'
import 'katex/dist/katex.min.css'
import { useMemo } from 'react'

import { MarkdownBlock } from './markdown-block.tsx'
import { markdownStyles } from './markdown-styles.ts'
import type { MarkdownProps } from './markdown-props.ts'
import { splitBlocks } from './split-blocks.ts'

export default function MarkdownView({ text, isWriting = false }: MarkdownProps) {
  const blocks = useMemo(() => splitBlocks(text), [text])
  return (
    <Column data-writing={isWriting || undefined}>
      {blocks.map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- blocks are only ever appended: their place is who they are
        <MarkdownBlock key={index} text={block} isLive={isWriting && index === blocks.length - 1} />
      ))}
    </Column>
  )
}

/** Its styles are put into words once: `sx` would do it again for every token. */
const Column = styled('div')(markdownStyles)
