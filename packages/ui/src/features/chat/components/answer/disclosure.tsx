import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'

import { color, motion, radius, type } from '../../../../theme/tokens.ts'

interface DisclosureProps {
  icon: ReactNode
  title: ReactNode
  tone?: 'plain' | 'error'
  children: ReactNode
}

/** One quiet line that opens to more. */
export function Disclosure({ icon, title, tone = 'plain', children }: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <Box sx={{ minWidth: 0 }}>
      <ButtonBase
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        sx={{
          display: 'flex',
          gap: 1,
          maxWidth: '100%',
          minHeight: 32,
          padding: '4px 8px',
          marginLeft: '-8px',
          borderRadius: radius.nested,
          color: tone === 'error' ? color.error : color.text2,
          textAlign: 'left',
          fontFamily: 'inherit',
          ...type.small,
          '&:hover': { backgroundColor: color.hover },
          '@media (pointer: coarse)': { minHeight: 44 },
        }}
      >
        {icon}
        <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {title}
        </Box>
        <IconChevronRight
          size={16}
          aria-hidden
          style={{ transform: isOpen ? 'rotate(90deg)' : 'none', transition: `transform ${motion.press}ms` }}
        />
      </ButtonBase>
      <Box
        id={id}
        hidden={!isOpen}
        sx={{ marginTop: 0.5, marginLeft: 1, paddingLeft: 1.5, borderLeft: `2px solid ${color.line}` }}
      >
        {isOpen ? children : null}
      </Box>
    </Box>
  )
}
