import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { color, radius } from '../../../theme/tokens.ts'

interface WelcomeDoorProps {
  icon: Icon
  title: string
  text: string
  action: ReactNode
  /** What goes on behind the door: a share where it is known. */
  work?: { label: string; share: number | undefined } | undefined
}

export function WelcomeDoor({ icon: DoorIcon, title, text, action, work }: WelcomeDoorProps) {
  return (
    <Card
      component="section"
      sx={{ padding: 3, height: '100%', display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 1 }}
    >
      <Box
        aria-hidden
        sx={{
          width: 48,
          height: 48,
          borderRadius: radius.card,
          display: 'grid',
          placeItems: 'center',
          backgroundColor: color.primarySoft,
          color: color.onPrimarySoft,
          marginBottom: 1,
        }}
      >
        <DoorIcon size={24} />
      </Box>
      <Typography variant="h2">{title}</Typography>
      <Typography
        role={work ? 'status' : undefined}
        sx={{ color: color.text2, marginBottom: work ? 1 : 2, overflowWrap: 'anywhere' }}
      >
        {text}
      </Typography>
      {work ? (
        <LinearProgress
          aria-label={work.label}
          sx={{ width: '100%', marginBottom: 2 }}
          {...(work.share !== undefined && { variant: 'determinate' as const, value: work.share })}
        />
      ) : null}
      <Box sx={{ marginTop: 'auto' }}>{action}</Box>
    </Card>
  )
}
