import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'

import { Delayed } from '../../../../components/delayed.tsx'

export function MessagesSkeleton() {
  return (
    <Delayed>
      <Box sx={{ display: 'grid', gap: 1, padding: 2, maxWidth: 320 }}>
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} variant="rounded" height={56} />
        ))}
      </Box>
    </Delayed>
  )
}
