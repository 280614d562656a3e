import Box from '@mui/material/Box'
import { useEffect, useRef } from 'react'

import { color, radius, size, type } from '../../../theme/tokens.ts'
import type { Command } from './commands.ts'

interface CommandRowProps {
  id: string
  command: Command
  isFirstOfGroup: boolean
  isChosen: boolean
  onChoose: () => void
  onHover: () => void
}

export function CommandRow({ id, command, isFirstOfGroup, isChosen, onChoose, onHover }: CommandRowProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const { icon: CommandIcon } = command
  return (
    <>
      {isFirstOfGroup ? (
        <Box role="presentation" sx={{ ...type.caption, color: color.text3, padding: '8px 12px 4px' }}>
          {command.group}
        </Box>
      ) : null}
      {/* The search field keeps the focus and moves the choice; a row answers to the pointer only. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- see above */}
      <Box
        ref={row}
        id={id}
        role="option"
        aria-selected={isChosen}
        onClick={onChoose}
        onMouseMove={onHover}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          minHeight: size.touch,
          padding: '0 12px',
          borderRadius: radius.nested,
          cursor: 'pointer',
          ...(isChosen && { backgroundColor: color.primarySoft, color: color.onPrimarySoft }),
        }}
      >
        <CommandIcon size={20} aria-hidden />
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {command.label}
        </Box>
      </Box>
    </>
  )
}
