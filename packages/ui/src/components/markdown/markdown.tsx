import Box from '@mui/material/Box'
import { lazy, Suspense } from 'react'

import { color, type } from '../../theme/tokens.ts'
import type { MarkdownProps } from './markdown-props.ts'

const MarkdownView = lazy(() => import('./markdown-view.tsx'))

/** Markdown with tables, mathematics and highlighted code. Nothing in it runs, and nothing loads by itself. */
export function Markdown(props: MarkdownProps) {
  return (
    <Suspense fallback={<PlainText text={props.text} />}>
      <MarkdownView {...props} />
    </Suspense>
  )
}

function PlainText({ text }: { text: string }) {
  return <Box sx={{ ...type.chat, color: color.text, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Box>
}
