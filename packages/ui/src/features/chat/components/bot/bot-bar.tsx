import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

interface BotBarProps {
  title: string
  avatar: string
  /** At its end. */
  children?: ReactNode
}

/** The head of a flow's public page, in its owner's colours. */
export function BotBar({ title, avatar, children }: BotBarProps) {
  return (
    <Box
      component="header"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        minHeight: 56,
        padding: '8px 16px',
        backgroundColor: 'var(--chat-head-ground)',
        color: 'var(--chat-head-text)',
        borderBottom: '1px solid var(--chat-line)',
      }}
    >
      {avatar === '' ? null : <Avatar src={avatar} alt="" sx={{ width: 32, height: 32 }} />}
      <Typography variant="h3" component="h1" noWrap sx={{ flex: 1, minWidth: 0 }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}
