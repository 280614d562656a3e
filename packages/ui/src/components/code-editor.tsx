import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense } from 'react'

import { color, radius } from '../theme/tokens.ts'
import type { CodeEditorProps } from './code-editor-view.tsx'

const View = lazy(() => import('./code-editor-view.tsx'))

/** A code field; the editor itself arrives when the first one is shown. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <Box
      sx={{
        border: `1px solid ${color.control}`,
        borderRadius: radius.card,
        overflow: 'hidden',
        backgroundColor: color.sunken,
        '&:focus-within': { outline: `2px solid ${color.primary}`, outlineOffset: '-1px' },
      }}
    >
      <Suspense fallback={<Skeleton variant="rectangular" height={props.minHeight ?? 160} />}>
        <View {...props} />
      </Suspense>
    </Box>
  )
}
