import type { JobResult } from '@chatwright/contract'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'

import { color, type } from '../theme/tokens.ts'

/** What could not be read, each with why and what to do. */
export function UnreadDocuments({ failures }: Pick<JobResult, 'failures'>) {
  return (
    <Stack component="ul" spacing={1.5} sx={{ margin: 0, padding: 0, listStyle: 'none', overflowWrap: 'anywhere' }}>
      {failures.map(({ document, message, hint }) => (
        <li key={document}>
          <Typography sx={type.strong}>{document}</Typography>
          <Typography sx={{ color: color.text2 }}>{hint ? `${message} ${hint}` : message}</Typography>
        </li>
      ))}
    </Stack>
  )
}
