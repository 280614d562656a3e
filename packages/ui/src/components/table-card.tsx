import Card from '@mui/material/Card'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

import { useIsPhone } from '../lib/use-breakpoint.ts'
import { color } from '../theme/tokens.ts'
import { visuallyHidden } from './visually-hidden.ts'

export interface Column {
  id: string
  label: string
  width?: number | string
  /** From which width of the window on the column is shown. */
  from?: 'sm' | 'md' | 'lg'
  isHidden?: boolean
}

interface TableCardProps {
  label: string
  columns: readonly Column[]
  children: ReactNode
}

/** A plain table on a card; columns of lesser weight leave first when room is short. */
export function TableCard({ label, columns, children }: TableCardProps) {
  return (
    <Card>
      <Table aria-label={label} sx={{ tableLayout: 'fixed', '& tbody tr:last-of-type > *': { borderBottom: 0 } }}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell
                key={column.id}
                sx={{ ...shownFrom(column.from), ...(column.width !== undefined && { width: column.width }) }}
              >
                {column.isHidden ? <span style={visuallyHidden}>{column.label}</span> : column.label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>{children}</TableBody>
      </Table>
    </Card>
  )
}

/** What a column that left would have said, below the name in its row; only where the column is gone. */
export function RowNote({ children }: { children: ReactNode }) {
  const isPhone = useIsPhone()
  if (!isPhone) return null
  return (
    <Typography variant="caption" component="div" sx={{ color: color.text3, overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  )
}

export function shownFrom(from: Column['from']) {
  return from ? { display: { xs: 'none', [from]: 'table-cell' } } : {}
}
