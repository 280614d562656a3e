import Box from '@mui/material/Box'

import { color, monoFamily, radius, type } from '../theme/tokens.ts'

interface CodeTextProps {
  text: string
  maxHeight?: number | string
  /** Long lines scroll instead of wrapping: text that is copied and run. */
  isExact?: boolean
  label?: string
}

/** Text of a machine: inputs, outputs, JSON. Long ones scroll in place. */
export function CodeText({ text, maxHeight = 240, isExact = false, label }: CodeTextProps) {
  return (
    <Box
      component="pre"
      tabIndex={0}
      aria-label={label}
      {...(label !== undefined && { role: 'group' })}
      sx={{
        ...type.small,
        lineHeight: '1.25rem',
        fontFamily: monoFamily,
        margin: 0,
        padding: 1.5,
        maxHeight,
        overflow: 'auto',
        whiteSpace: isExact ? 'pre' : 'pre-wrap',
        overflowWrap: isExact ? 'normal' : 'anywhere',
        color: color.text,
        backgroundColor: color.sunken,
        borderRadius: radius.nested,
      }}
    >
      {text}
    </Box>
  )
}
