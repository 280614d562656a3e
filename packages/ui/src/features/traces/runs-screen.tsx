import type { FoundRun } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { IconDownload, IconFileImport } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'

import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { NothingFound } from '../../components/nothing-found.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { TableCard } from '../../components/table-card.tsx'
import { TableSkeleton } from '../../components/table-skeleton.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { downloadText } from '../../lib/files.ts'
import { notify } from '../../state/notifications.ts'
import { color, type } from '../../theme/tokens.ts'
import { exportConversations } from './conversation/use-conversation.ts'
import { BulkBar } from './runs-list/bulk-bar.tsx'
import { CauseList } from './runs-list/cause-list.tsx'
import { FilterButtons } from './runs-list/filter-buttons.tsx'
import { isFiltered, NO_FILTERS, readFilters, toQuery, writeFilters, type RunFilters } from './runs-list/run-filters.ts'
import { RunPeek } from './runs-list/run-peek.tsx'
import { RunRow } from './runs-list/run-row.tsx'
import { useDismissRuns, useFoundRuns } from './runs-list/use-found-runs.ts'
import { useListKeys } from './runs-list/use-list-keys.ts'
import { ViewTabs } from './runs-list/view-tabs.tsx'
import { WaitingRuns } from './runs-list/waiting-runs.tsx'

const NOTHING: ReadonlySet<string> = new Set()
const SEARCH_DELAY_MS = 250
/** So many pages are looked through by themselves for a first run that fits. */
const MOST_EMPTY_PAGES = 10

/** Every run of every flow, and what of it needs attention. */
export default function RunsScreen() {
  const { t } = useTranslation('runs-list')
  const [search, setSearch] = useSearchParams()
  const [typed, setTyped] = useState(search.get('words') ?? '')
  const words = useDebounced(typed, SEARCH_DELAY_MS)
  const filters = { ...readFilters(search), words }
  const change = (changes: Partial<RunFilters>) =>
    setSearch(writeFilters({ ...filters, ...changes }), { replace: true })
  useEffect(() => {
    if ((search.get('words') ?? '') === words) return
    setSearch(writeFilters({ ...readFilters(search), words }), { replace: true })
  }, [words, search, setSearch])
  const clear = () => {
    setTyped('')
    // The words follow what is typed.
    change({ ...NO_FILTERS, view: filters.view, words })
  }
  const isWaiting = filters.view === 'waiting'
  return (
    <>
      <PageHead
        title={t('title')}
        action={
          <>
            {filters.flow === '' ? null : <ExportButton filters={filters} />}
            <Button component={Link} to="/recording" startIcon={<IconFileImport size={20} aria-hidden />}>
              {t('openFile')}
            </Button>
          </>
        }
      >
        {isWaiting ? null : <SearchField value={typed} label={t('search')} onChange={setTyped} />}
      </PageHead>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, marginBottom: 2 }}>
        <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
          <ViewTabs
            view={filters.view}
            flowId={filters.flow}
            onChoose={(view) => change({ view, status: '', cause: '' })}
          />
        </Box>
        {isWaiting ? null : <FilterButtons filters={filters} onChange={change} />}
      </Box>
      {isWaiting ? (
        <WaitingRuns flowId={filters.flow} />
      ) : (
        <Found key={filters.view} filters={filters} onChange={change} onClear={clear} />
      )}
    </>
  )
}

/** Everything that was written in the flow's chats, as a file. */
function ExportButton({ filters }: { filters: RunFilters }) {
  const { t } = useTranslation('runs-list')
  const save = async () => {
    const { flow, words } = filters
    try {
      const sessions = await exportConversations(flow, { words, from: toQuery(filters, Date.now()).from })
      downloadText({ name: `${flow}-Message.json`, text: JSON.stringify(sessions, null, 2) })
    } catch (error) {
      notify(t('exportFailed', { message: messageOf(error) }), { tone: 'error' })
    }
  }
  return (
    <Button startIcon={<IconDownload size={20} aria-hidden />} onClick={() => void save()}>
      {t('exportMessages')}
    </Button>
  )
}

interface FoundProps {
  filters: RunFilters
  onChange: (changes: Partial<RunFilters>) => void
  onClear: () => void
}

function Found({ filters, onChange, onClear }: FoundProps) {
  const { t } = useTranslation('runs-list')
  const [now] = useState(Date.now)
  const [chosen, setChosen] = useState(NOTHING)
  const list = useFoundRuns(toQuery(filters, now))
  const runs = list.data?.pages.flatMap((page) => page.items) ?? []
  const dismiss = useDismiss(() => setChosen(NOTHING))
  const isView = filters.view !== ''
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const looked = list.data?.pages.length ?? 0
  const isLooking = runs.length === 0 && hasNextPage && looked < MOST_EMPTY_PAGES
  useEffect(() => {
    if (isLooking && !isFetchingNextPage) void fetchNextPage()
  }, [isLooking, looked, isFetchingNextPage, fetchNextPage])
  const picked = runs.filter(({ id }) => chosen.has(id))
  return (
    <>
      {filters.view === 'failed' ? (
        <CauseList flowId={filters.flow} chosen={filters.cause} onChoose={(cause) => onChange({ cause })} />
      ) : null}
      {picked.length > 0 ? <BulkBar runs={picked} onDismiss={dismiss} onDone={() => setChosen(NOTHING)} /> : null}
      {list.isError && !list.data ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending || isLooking ? (
        <TableSkeleton />
      ) : runs.length === 0 && isFiltered(filters) ? (
        <NothingFound words={filters.words} onClear={onClear} />
      ) : runs.length === 0 ? (
        <NoRuns isView={isView} />
      ) : (
        <RunTable runs={runs} chosen={chosen} onChoose={setChosen} canDismiss={isView} onDismiss={dismiss} />
      )}
      {hasNextPage && !isLooking ? (
        <Box sx={{ display: 'flex', justifyContent: 'center', marginTop: 2 }}>
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t(runs.length === 0 ? 'lookOn' : 'more')}
          </Button>
        </Box>
      ) : null}
    </>
  )
}

interface RunTableProps {
  runs: readonly FoundRun[]
  chosen: ReadonlySet<string>
  onChoose: (ids: ReadonlySet<string>) => void
  canDismiss: boolean
  onDismiss: (ids: string[]) => void
}

function RunTable({ runs, chosen, onChoose, canDismiss, onDismiss }: RunTableProps) {
  const { t } = useTranslation('runs-list')
  const [active, setActive] = useState<string>()
  const [isPeeking, setIsPeeking] = useState(false)
  const at = runs.findIndex(({ id }) => id === active)
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  useListKeys({
    at,
    count: runs.length,
    onMove: (to) => setActive(runs[to]?.id),
    onPeek: () => setIsPeeking(!isPeeking),
    onToggle: () => active !== undefined && toggle(active),
    onClose: () => setIsPeeking(false),
  })
  const activate = useCallback((id: string) => setActive(id), [])
  const peeked = isPeeking ? runs[at] : undefined
  return (
    <>
      <TableCard
        label={t('title')}
        columns={[
          { id: 'choose', label: t('column.choose'), width: 56, isHidden: true },
          { id: 'question', label: t('column.question') },
          { id: 'status', label: t('column.status'), from: 'sm', width: 128 },
          { id: 'flow', label: t('column.flow'), from: 'md', width: '18%' },
          { id: 'when', label: t('column.when'), from: 'md', width: 136 },
          { id: 'cost', label: t('column.cost'), from: 'lg', width: 96 },
          { id: 'actions', label: t('column.actions'), width: canDismiss ? 104 : 60, isHidden: true },
        ]}
      >
        {runs.map((run) => (
          <RunRow
            key={run.id}
            run={run}
            isChosen={chosen.has(run.id)}
            isActive={run.id === active}
            canDismiss={canDismiss}
            onToggle={toggle}
            onActivate={activate}
            onDismiss={(id) => onDismiss([id])}
          />
        ))}
      </TableCard>
      <Box sx={{ ...type.caption, color: color.text3, marginTop: 1, display: { xs: 'none', md: 'block' } }}>
        {t('keys')}
      </Box>
      {peeked ? <RunPeek run={peeked} onClose={() => setIsPeeking(false)} /> : null}
    </>
  )
}

function NoRuns({ isView }: { isView: boolean }) {
  const { t } = useTranslation('runs-list')
  if (isView) return <EmptyState drawing="flow" title={t('empty.view')} text={t('empty.viewText')} />
  return (
    <EmptyState
      drawing="flow"
      title={t('empty.title')}
      text={t('empty.text')}
      actions={
        <Button component={Link} to="/chatflows" variant="contained">
          {t('empty.action')}
        </Button>
      }
    />
  )
}

/** Takes runs out of what needs attention; the notice puts them back. */
function useDismiss(onDone: () => void): (ids: string[]) => void {
  const { t } = useTranslation('runs-list')
  const dismiss = useDismissRuns()
  const set = (ids: string[], dismissed: boolean): void =>
    dismiss.mutate(
      { ids, dismissed },
      {
        onSuccess: () => {
          if (!dismissed) return
          onDone()
          const undo = { label: t('putBack'), run: () => set(ids, false) }
          notify(t('dismissed', { count: ids.length }), { tone: 'success', action: undo })
        },
        onError: (error) => notify(messageOf(error), { tone: 'error' }),
      },
    )
  return (ids) => set(ids, true)
}
