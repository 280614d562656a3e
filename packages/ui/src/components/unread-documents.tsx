import type { JobResult } from '@chatwright/contract'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'

import { color, type } from '../theme/tokens.ts'

/** What could not be read, each with why and what to do. It is named once, also where the reason names it already. */
export function UnreadDocuments({ failures }: Pick<JobResult, 'failures'>) {
  return (
    <Stack component="ul" spacing={1.5} sx={{ margin: 0, padding: 0, listStyle: 'none', overflowWrap: 'anywhere' }}>
      {failures.map(({ document, message, hint }, index) => {
        const isNamed = message.includes(document)
        const rest = isNamed ? hint : [message, hint].filter(Boolean).join(' ')
        return (
          // eslint-disable-next-line react/no-array-index-key -- one document may fail twice, and they never move
          <li key={index}>
            <Typography sx={type.strong}>{isNamed ? message : document}</Typography>
            {rest ? <Typography sx={{ color: color.text2 }}>{rest}</Typography> : null}
          </li>
        )
      })}
    </Stack>
  )
}
