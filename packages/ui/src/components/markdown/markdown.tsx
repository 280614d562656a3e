import Box from '@mui/material/Box'
import { lazy, Suspense } from 'react'

import { color, type } from '../../theme/tokens.ts'
import type { MarkdownProps } from './markdown-props.ts'

const loadView = () => import('./markdown-view.tsx')
const MarkdownView = lazy(loadView)

/** Markdown with tables, mathematics and highlighted code. Nothing in it runs, and nothing loads by itself. */
export function Markdown(props: MarkdownProps) {
  return (
    <Suspense fallback={<PlainText text={props.text} />}>
      <MarkdownView {...props} />
    </Suspense>
  )
}

/** Fetches what draws Markdown while nobody waits for it. */
export function preloadMarkdown(): void {
  // A page that went offline in the meantime will say so when there is something to draw.
  void loadView().catch(() => undefined)
}

function PlainText({ text }: { text: string }) {
  return <Box sx={{ ...type.chat, color: color.text, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Box>
}
