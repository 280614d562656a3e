import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'

import { CardSkeletons } from '../../components/card-skeletons.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { NothingFound } from '../../components/nothing-found.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { TableSkeleton } from '../../components/table-skeleton.tsx'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useStoredChoice } from '../../lib/use-stored-choice.ts'
import { useChatflows } from './api/use-chatflows.ts'
import { CARD_HEIGHT } from './components/chatflow-card.tsx'
import { ChatflowCards } from './components/chatflow-cards.tsx'
import { ChatflowToolbar } from './components/chatflow-toolbar.tsx'
import { DropList } from './components/drop-list.tsx'
import { NewFlowButton } from './components/new-flow-button.tsx'
import { SelectionBar } from './components/selection-bar.tsx'
import { readListState, toQuery, writeListState } from './model/list-state.ts'
import type { ListState } from './model/list-state.ts'
import { useSelection } from './model/use-selection.ts'
import { lazyPart } from '../../components/lazy-part/lazy-part.tsx'

const ChatflowTable = lazyPart(() => import('./components/chatflow-table.tsx'), {
  Waiting: () => <TableSkeleton rows={12} />,
})
const Welcome = lazyPart(() => import('./components/welcome.tsx'))

/** Every flow, of both kinds, as cards or as a table; searched, filtered and sorted on the server. */
export default function ChatflowsScreen() {
  const { t } = useTranslation('chatflows')
  const [view, setView] = useStoredChoice('chatflowView', ['cards', 'table'])
  const { state, change, search, setSearch } = useListState()
  const selection = useSelection()
  const list = useChatflows(toQuery(state))
  const flows = list.data?.pages.flatMap((page) => page.items) ?? []
  const total = list.data?.pages[0]?.total ?? 0
  const isNarrowed = state.search.trim() !== '' || state.tag !== '' || state.kind !== ''
  const isFirstVisit = list.isSuccess && total === 0 && !isNarrowed
  const more = { hasMore: list.hasNextPage && !list.isFetchingNextPage, loadMore: () => void list.fetchNextPage() }

  if (isFirstVisit) {
    return <Welcome />
  }
  return (
    <>
      <PageHead title={t('title')} count={list.isSuccess ? total : undefined} action={<NewFlowButton />}>
        <ChatflowToolbar
          search={search}
          onSearch={setSearch}
          state={state}
          onChange={change}
          view={view}
          onView={setView}
        />
      </PageHead>
      {selection.flows.length > 0 ? <SelectionBar selection={selection} /> : null}
      <DropList>
        {list.isPending ? (
          view === 'cards' ? (
            <CardSkeletons count={12} height={CARD_HEIGHT} />
          ) : (
            <TableSkeleton rows={12} />
          )
        ) : list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : flows.length === 0 ? (
          <NothingFound
            words={state.search}
            onClear={() => {
              setSearch('')
              change({ ...state, search: '', tag: '', kind: '' })
            }}
          />
        ) : view === 'cards' ? (
          <ChatflowCards flows={flows} total={total} selection={selection} {...more} />
        ) : (
          <ChatflowTable
            flows={flows}
            total={total}
            selection={selection}
            sort={state.sort}
            order={state.order}
            onSort={(sort, order) => change({ ...state, sort, order })}
            {...more}
          />
        )}
      </DropList>
    </>
  )
}

/** The state in the address; the words typed reach it once the typing pauses. */
function useListState() {
  const [params, setParams] = useSearchParams()
  const state = readListState(params)
  const [search, setSearch] = useState(state.search)
  const settled = useDebounced(search)
  // At once: a second press is about what the first one changed.
  const change = (next: ListState) => setParams(writeListState(next), { replace: true, flushSync: true })
  useEffect(() => {
    if (settled !== state.search) setParams(writeListState({ ...state, search: settled }), { replace: true })
    // Only new words may write: a change of the address itself (Back, a link) must not be overwritten.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [settled])
  return { state, change, search, setSearch }
}
