import type { ReactNode } from 'react'

import { CardGrid } from '../../components/card-grid.tsx'
import { CardSkeletons } from '../../components/card-skeletons.tsx'
import type { DrawingName } from '../../components/drawings.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { NothingFound } from '../../components/nothing-found.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { TableSkeleton } from '../../components/table-skeleton.tsx'

/** What a list page must know of the query that brings its list. */
interface ListQuery<Item> {
  data: readonly Item[] | undefined
  isPending: boolean
  isError: boolean
  error: unknown
  refetch: () => unknown
}

interface ListPageProps<Item> {
  title: string
  tabs?: ReactNode
  query: ListQuery<Item>
  /** Those of the list that the words and filters leave. */
  found: readonly Item[]
  search: { label: string; words: string; onChange: (words: string) => void }
  /** Beside the search. */
  filters?: ReactNode
  /** Takes back words and filters; without it, the words alone. */
  onClear?: () => void
  /** The page's one filled button: last in the head, first in the empty page, which `lead` ends. */
  action?: ReactNode
  /** A lesser way to the same, beside it. */
  besides?: ReactNode
  empty: { drawing: DrawingName; title: string; text: string; lead?: ReactNode }
  waiting: 'table' | 'cards'
  children: (found: readonly Item[]) => ReactNode
}

/**
 * A screen that lists things of one kind: loading, failed, none yet, none found, or the list. Search and filters are there
 * once there is something to search.
 */
export function ListPage<Item>({
  title,
  tabs,
  query,
  found,
  search,
  filters,
  onClear,
  action,
  besides,
  empty,
  waiting,
  children,
}: ListPageProps<Item>) {
  const isEmpty = query.data?.length === 0
  const isFiltered = query.data !== undefined && found.length < query.data.length
  const clear = onClear ?? (() => search.onChange(''))
  const list = () => {
    if (query.isPending) return waiting === 'table' ? <TableSkeleton /> : <CardSkeletons />
    if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    if (isEmpty) {
      const { lead, ...words } = empty
      const hasActions = Boolean(lead ?? action ?? besides)
      return (
        <EmptyState
          {...words}
          {...(hasActions && {
            actions: (
              <>
                {action}
                {besides}
                {lead}
              </>
            ),
          })}
        />
      )
    }
    return found.length === 0 ? <NothingFound words={search.words} onClear={clear} /> : children(found)
  }
  return (
    <>
      <PageHead
        title={title}
        {...(tabs !== undefined && { tabs })}
        count={isFiltered && filters !== undefined ? found.length : query.data?.length}
        action={
          isEmpty || !(action || besides) ? null : (
            <>
              {besides}
              {action}
            </>
          )
        }
      >
        {(query.data ? !isEmpty : filters !== undefined) ? (
          <>
            <SearchField value={search.words} label={search.label} onChange={search.onChange} />
            {filters}
          </>
        ) : null}
      </PageHead>
      {list()}
    </>
  )
}

/** The cards of a list page. */
export function ListCards<Item extends { id: string }>({
  label,
  items,
  children,
}: {
  label: string
  items: readonly Item[]
  children: (item: Item) => ReactNode
}) {
  return (
    <CardGrid label={label}>
      {items.map((item) => (
        <div role="listitem" key={item.id}>
          {children(item)}
        </div>
      ))}
    </CardGrid>
  )
}
