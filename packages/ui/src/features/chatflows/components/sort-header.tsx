import TableCell from '@mui/material/TableCell'
import TableSortLabel from '@mui/material/TableSortLabel'
import type { ReactNode } from 'react'

import { naturalOrder } from '../model/list-state.ts'
import type { Order, Sort } from '../model/list-state.ts'

interface SortHeaderProps {
  field: Sort
  sort: Sort
  order: Order
  onSort: (sort: Sort, order: Order) => void
  width: number | string
  children: ReactNode
}

/** A column head that sorts; a second press turns the order round. */
export function SortHeader({ field, sort, order, onSort, width, children }: SortHeaderProps) {
  const isActive = field === sort
  const opposite = order === 'asc' ? 'desc' : 'asc'
  return (
    <TableCell sx={{ width }} sortDirection={isActive ? order : false}>
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
