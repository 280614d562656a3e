import Box from '@mui/material/Box'
import { useParams } from 'react-router'

import { ExecutionView } from '../features/traces/execution-view.tsx'
import { color } from '../theme/tokens.ts'
import { ExecutionDrawing } from './execution-drawing.tsx'

/** `/execution/:id`: one execution that its owner shares, for whoever has the link. */
export default function SharedExecutionRoute() {
  const { id = '' } = useParams()
  return (
    <Box
      component="main"
      sx={{ minHeight: '100dvh', padding: { xs: 2, md: 3 }, backgroundColor: color.page, color: color.text }}
    >
      <Box sx={{ maxWidth: 1440, margin: '0 auto' }}>
        <ExecutionView key={id} id={id} isShared drawing={(props) => <ExecutionDrawing {...props} />} />
      </Box>
    </Box>
  )
}
