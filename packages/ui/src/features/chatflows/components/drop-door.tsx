import Box from '@mui/material/Box'
import { useState } from 'react'
import type { DragEvent, ReactNode } from 'react'

import { color, radius, type } from '../../../theme/tokens.ts'

interface DropDoorProps {
  onDrop: (files: File[]) => void
  /** What may be dropped, said while files hover. */
  hint?: string
  children: ReactNode
}

/** Takes dropped files; a frame shows while they hover. A button beside it does the same for the keyboard. */
export function DropDoor({ onDrop, hint, children }: DropDoorProps) {
  const [isOver, setIsOver] = useState(false)
  const hover = (event: DragEvent) => {
    // What is dragged about inside the page is none of its business.
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setIsOver(true)
  }
  const leave = (event: DragEvent) => {
    const next = event.relatedTarget
    if (!(next instanceof Node && event.currentTarget.contains(next))) setIsOver(false)
  }
  return (
    <Box
      onDragOver={hover}
      onDragLeave={leave}
      onDrop={(event) => {
        const files = [...event.dataTransfer.files]
        setIsOver(false)
        if (files.length === 0) return
        event.preventDefault()
        onDrop(files)
      }}
      sx={{
        borderRadius: radius.card,
        ...(isOver && { outline: `2px dashed ${color.primary}`, outlineOffset: '2px' }),
      }}
    >
      {isOver && hint !== undefined ? (
        <Box
          role="status"
          sx={{
            ...type.strong,
            position: 'sticky',
            top: 80,
            zIndex: 1,
            height: 0,
            display: 'grid',
            justifyContent: 'center',
            overflow: 'visible',
            pointerEvents: 'none',
          }}
        >
          <Box
            sx={{
              alignSelf: 'start',
              padding: '8px 16px',
              borderRadius: radius.card,
              backgroundColor: color.primarySoft,
              color: color.onPrimarySoft,
            }}
          >
            {hint}
          </Box>
        </Box>
      ) : null}
      {children}
    </Box>
  )
}
