import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

import { color, monoFamily, radius, type } from '../../theme/tokens.ts'

interface OutputBlockProps {
  title: string
  text: string
  /** Shown in place of no text. */
  empty: string
  aside?: string
}

export function OutputBlock({ title, text, empty, aside }: OutputBlockProps) {
  return (
    <div>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', ...type.caption, color: color.text3 }}>
        <Typography variant="caption" component="h4">
          {title}
        </Typography>
        {aside === undefined ? null : <span>{aside}</span>}
      </Box>
      <Box
        component="pre"
        tabIndex={0}
        aria-label={title}
        sx={{
          ...type.small,
          fontFamily: monoFamily,
          margin: 0,
          padding: 1,
          maxHeight: 200,
          overflow: 'auto',
          whiteSpace: 'pre-wrap',
          borderRadius: radius.nested,
          backgroundColor: color.sunken,
          color: text === '' ? color.text3 : color.text,
        }}
      >
        {text === '' ? empty : text}
      </Box>
    </div>
  )
}
