import Box from '@mui/material/Box'

import { CodeText } from '../../../../components/code-text.tsx'
import { color, type } from '../../../../theme/tokens.ts'

export function LabelledText({ label, text }: { label: string; text: string }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ ...type.caption, color: color.text3, marginBottom: 0.5 }}>{label}</Box>
      <CodeText text={text} />
    </Box>
  )
}
