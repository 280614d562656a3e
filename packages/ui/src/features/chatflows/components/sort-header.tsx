import TableCell from '@mui/material/TableCell'
import TableSortLabel from '@mui/material/TableSortLabel'
import type { ReactNode } from 'react'

import { shownFrom } from '../../../components/table-card.tsx'
import type { Column } from '../../../components/table-card.tsx'
import { naturalOrder } from '../model/list-state.ts'
import type { Order, Sort } from '../model/list-state.ts'

interface SortHeaderProps {
  field: Sort
  sort: Sort
  order: Order
  onSort: (sort: Sort, order: Order) => void
  width?: number | string
  from?: Column['from']
  children: ReactNode
}

/** A column head that sorts; a second press turns the order round. */
export function SortHeader({ field, sort, order, onSort, width, from, children }: SortHeaderProps) {
  const isActive = field === sort
  const opposite = order === 'asc' ? 'desc' : 'asc'
  return (
    <TableCell
      sx={{ ...shownFrom(from), ...(width !== undefined && { width }) }}
      sortDirection={isActive ? order : false}
    >
      <TableSortLabel
        active={isActive}
        direction={isActive ? order : naturalOrder(field)}
        onClick={() => onSort(field, isActive ? opposite : naturalOrder(field))}
      >
        {children}
      </TableSortLabel>
    </TableCell>
  )
}
