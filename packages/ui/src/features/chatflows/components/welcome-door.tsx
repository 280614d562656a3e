import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { color, radius } from '../../../theme/tokens.ts'

interface WelcomeDoorProps {
  icon: Icon
  title: string
  text: string
  action: ReactNode
}

export function WelcomeDoor({ icon: DoorIcon, title, text, action }: WelcomeDoorProps) {
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
      <Typography sx={{ color: color.text2, marginBottom: 2 }}>{text}</Typography>
      <Box sx={{ marginTop: 'auto' }}>{action}</Box>
    </Card>
  )
}
