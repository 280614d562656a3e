import Box from '@mui/material/Box'
import { lazy, Suspense } from 'react'

import { color, type } from '../../theme/tokens.ts'

const MarkdownView = lazy(() => import('./markdown-view.tsx'))

export interface MarkdownProps {
  text: string
  /** More is coming: the last block is drawn plainly until it is settled. */
  isWriting?: boolean
}

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
