import Box from '@mui/material/Box'
import { useState } from 'react'
import type { ReactNode } from 'react'

import { color, radius } from '../../../theme/tokens.ts'

interface DropDoorProps {
  onDrop: (files: File[]) => void
  children: ReactNode
}

/** Takes dropped files; a frame shows while they hover. Its button does the same for the keyboard. */
export function DropDoor({ onDrop, children }: DropDoorProps) {
  const [isOver, setIsOver] = useState(false)
  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        const files = [...event.dataTransfer.files]
        if (files.length > 0) onDrop(files)
      }}
      sx={{
        borderRadius: radius.card,
        ...(isOver && { outline: `2px dashed ${color.primary}`, outlineOffset: '2px' }),
      }}
    >
      {children}
    </Box>
  )
}
