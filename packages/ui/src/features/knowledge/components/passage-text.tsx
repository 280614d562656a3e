import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

import { color, monoFamily, type } from '../../../theme/tokens.ts'

interface PassageTextProps {
  text: string
  facts: Readonly<Record<string, unknown>>
  /** Where it comes from, and what can be said of it. */
  head?: ReactNode
  action?: ReactNode
  isFaded?: boolean
}

/** The words of a passage with the facts they came with. */
export function PassageText({ text, facts, head, action, isFaded = false }: PassageTextProps) {
  return (
    <Card component="article" sx={{ padding: 2 }}>
      {head === undefined ? null : (
        <Box sx={{ ...type.small, color: color.text2, display: 'flex', alignItems: 'center', gap: 1, marginBottom: 1 }}>
          <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{head}</Box>
          {action}
        </Box>
      )}
      <Typography
        sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', ...(isFaded && { color: color.text3 }) }}
        component="div"
      >
        {text}
      </Typography>
      {Object.keys(facts).length === 0 ? null : (
        <Typography
          component="div"
          sx={{ ...type.caption, color: color.text3, fontFamily: monoFamily, overflowWrap: 'anywhere', marginTop: 1 }}
        >
          {JSON.stringify(facts)}
        </Typography>
      )}
    </Card>
  )
}
