import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

import { color, radius, type } from '../../theme/tokens.ts'
import { CopyButton } from '../copy-button.tsx'

interface CodeBlockProps {
  language: string
  text: string
  children: ReactNode
}

/** Code with its language and a way to copy it; long lines scroll, they never wrap. */
export function CodeBlock({ language, text, children }: CodeBlockProps) {
  return (
    <Box
      sx={{
        border: `1px solid ${color.line}`,
        borderRadius: radius.nested,
        backgroundColor: color.sunken,
        margin: '12px 0',
        overflow: 'hidden',
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          minHeight: 36,
          paddingLeft: 1.5,
          borderBottom: `1px solid ${color.line}`,
          ...type.caption,
          color: color.text2,
        }}
      >
        <span>{language === '' ? 'text' : language}</span>
        <CopyButton text={text.replace(/\n$/, '')} />
      </Box>
      <Box component="pre" tabIndex={0} sx={{ margin: 0, padding: 1.5, overflowX: 'auto' }}>
        {children}
      </Box>
    </Box>
  )
}
