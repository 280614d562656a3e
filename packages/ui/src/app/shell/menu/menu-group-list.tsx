import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

import { color } from '../../../theme/tokens.ts'
import type { MenuGroup } from './menu-entries.ts'

export function MenuGroupList({ group, children }: { group: MenuGroup; children: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{
        listStyle: 'none',
        ...(group.isApart && { marginTop: 1.5, paddingTop: 1.5, borderTop: `1px solid ${color.line}` }),
      }}
    >
      {group.title === undefined ? null : (
        <Typography variant="subtitle2" sx={{ padding: '8px 12px', color: color.text2 }}>
          {group.title}
          {group.caption === undefined ? null : (
            <Typography variant="caption" component="span" sx={{ display: 'block', color: color.text3 }}>
              {group.caption}
            </Typography>
          )}
        </Typography>
      )}
      <Box component="ul" sx={{ margin: 0, padding: 0, display: 'grid', gap: 0.5 }}>
        {children}
      </Box>
    </Box>
  )
}
