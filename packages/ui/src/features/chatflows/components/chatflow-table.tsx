import type { ChatflowSummary } from '@chatwright/contract'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { shownFrom } from '../../../components/table-card.tsx'
import { visuallyHidden } from '../../../components/visually-hidden.ts'
import { size } from '../../../theme/tokens.ts'
import type { Order, Sort } from '../model/list-state.ts'
import type { FlowSelection } from '../model/use-selection.ts'
import { ChatflowRow } from './chatflow-row.tsx'
import { SortHeader } from './sort-header.tsx'
import { useLoadMore } from './use-load-more.ts'

interface ChatflowTableProps {
  flows: readonly ChatflowSummary[]
  total: number
  selection: FlowSelection
  sort: Sort
  order: Order
  onSort: (sort: Sort, order: Order) => void
  hasMore: boolean
  loadMore: () => void
}

/** The same facts as the cards, in sortable columns; rows out of sight are empty room. */
export default function ChatflowTable(props: ChatflowTableProps) {
  const { flows, selection, sort, order, onSort } = props
  const { t } = useTranslation('chatflows')
  const body = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop((body.current?.offsetTop ?? 0) + size.tableRow), [])
  const virtualizer = useWindowVirtualizer({
    count: flows.length,
    estimateSize: () => size.tableRow + 1,
    overscan: 10,
    scrollMargin: top,
  })
  const rows = virtualizer.getVirtualItems()
  useLoadMore({
    lastShown: rows.at(-1)?.index ?? 0,
    count: flows.length,
    hasMore: props.hasMore,
    loadMore: props.loadMore,
  })
  const before = (rows[0]?.start ?? top) - top
  const after = virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? top) - top)
  const isAllSelected = flows.length > 0 && flows.every((flow) => selection.has(flow.id))
  return (
    <Card ref={body}>
      <Table
        aria-label={t('title')}
        aria-rowcount={props.total + 1}
        sx={{ tableLayout: 'fixed', '& tbody tr:last-of-type > *': { borderBottom: 0 } }}
      >
        <TableHead>
          <TableRow aria-rowindex={1}>
            <TableCell padding="checkbox" sx={{ width: 48 }}>
              <Checkbox
                size="small"
                checked={isAllSelected}
                indeterminate={!isAllSelected && selection.flows.length > 0}
                onChange={() => (isAllSelected ? selection.clear() : selection.set(flows))}
                slotProps={{ input: { 'aria-label': t('action.selectAll') } }}
              />
            </TableCell>
            <SortHeader field="name" sort={sort} order={order} onSort={onSort}>
              {t('column.name')}
            </SortHeader>
            <TableCell sx={{ ...shownFrom('md'), width: 176 }}>{t('column.nodes')}</TableCell>
            <TableCell sx={{ ...shownFrom('lg'), width: '16%' }}>{t('column.tags')}</TableCell>
            <TableCell sx={{ ...shownFrom('lg'), width: 120 }}>{t('column.state')}</TableCell>
            <SortHeader field="updatedDate" sort={sort} order={order} onSort={onSort} width={132} from="sm">
              {t('column.updatedDate')}
            </SortHeader>
            <SortHeader field="lastRunDate" sort={sort} order={order} onSort={onSort} width={160} from="md">
              {t('column.lastRunDate')}
            </SortHeader>
            <TableCell sx={{ width: 56 }}>
              <span style={visuallyHidden}>{t('column.actions')}</span>
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          <SpacerRow height={before} />
          {rows.map((row) => {
            const flow = flows[row.index]
            return flow ? (
              <ChatflowRow
                key={flow.id}
                flow={flow}
                rowIndex={row.index + 2}
                isSelected={selection.has(flow.id)}
                onSelect={selection.toggle}
              />
            ) : null
          })}
          <SpacerRow height={after} />
        </TableBody>
      </Table>
    </Card>
  )
}

function SpacerRow({ height }: { height: number }) {
  return height > 0 ? (
    <tr role="presentation">
      <td aria-hidden colSpan={8} style={{ height, padding: 0 }} />
    </tr>
  ) : null
}
