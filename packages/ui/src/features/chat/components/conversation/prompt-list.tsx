import Box from '@mui/material/Box'
import Button from '@mui/material/Button'

import { color, type } from '../../../../theme/tokens.ts'

interface PromptListProps {
  label: string
  prompts: readonly string[]
  onChoose: (prompt: string) => void
  isDisabled?: boolean
}

/** Questions to ask with one click. */
export function PromptList({ label, prompts, onChoose, isDisabled = false }: PromptListProps) {
  return (
    <Box role="group" aria-label={label} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {prompts.map((prompt) => (
        <Button
          key={prompt}
          variant="outlined"
          disabled={isDisabled}
          onClick={() => onChoose(prompt)}
          sx={{
            ...type.body,
            whiteSpace: 'normal',
            textAlign: 'left',
            borderColor: color.line,
            '&:hover': { borderColor: color.control, backgroundColor: color.hover },
          }}
        >
          {prompt}
        </Button>
      ))}
    </Box>
  )
}
