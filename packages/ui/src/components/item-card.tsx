import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import type { ReactNode } from 'react'

import { color, motion, type } from '../theme/tokens.ts'

interface ItemCardProps {
  tile?: ReactNode
  /** The card's link or button; its whole face answers to it. */
  title: ReactNode
  description: string
  foot: ReactNode
  /** Lies above the face: a menu or a button of its own. */
  action?: ReactNode
}

/** One thing of a list: its name, what it is, and a foot with the facts. */
export function ItemCard({ tile, title, description, foot, action }: ItemCardProps) {
  return (
    <Card
      component="article"
      sx={{
        position: 'relative',
        minHeight: 148,
        height: '100%',
        padding: 2,
        display: 'flex',
        flexDirection: 'column',
        gap: 1,
        transition: `border-color ${motion.press}ms`,
        '&:hover': { borderColor: color.control },
        '&:has(.face:focus-visible)': { outline: `2px solid ${color.primary}`, outlineOffset: '2px' },
        '& .face': { outline: 'none !important' },
        '& .face::after': { content: '""', position: 'absolute', inset: 0 },
      }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        {tile}
        <Box sx={{ flex: 1, minWidth: 0, ...type.card, ...clamp(2) }}>{title}</Box>
        {action === undefined ? null : (
          <Box sx={{ position: 'relative', zIndex: 1, margin: '-4px -8px 0 0' }}>{action}</Box>
        )}
      </Box>
      <Box sx={{ ...type.small, color: color.text2, ...clamp(2) }}>{description}</Box>
      <Box
        sx={{
          ...type.caption,
          color: color.text3,
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          marginTop: 'auto',
          minHeight: 28,
        }}
      >
        {foot}
      </Box>
    </Card>
  )
}

/** The look of the card's one link or button. */
export const faceStyle = {
  all: 'unset',
  cursor: 'pointer',
  color: color.text,
  '&:focus-visible': { outline: 'none' },
} as const

function clamp(lines: number) {
  return { display: '-webkit-box', WebkitLineClamp: lines, WebkitBoxOrient: 'vertical', overflow: 'hidden' } as const
}
