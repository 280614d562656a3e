import { listChatflows } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { IconChevronLeft, IconChevronRight, IconFileImport, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useSearchParams } from 'react-router'

import { ChoiceButton } from '../../components/choice-button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { LabelledIconButton } from '../../components/labelled-icon-button.tsx'
import { NothingFound } from '../../components/nothing-found.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { TableSkeleton } from '../../components/table-skeleton.tsx'
import { call } from '../../lib/api.ts'
import { color, type } from '../../theme/tokens.ts'
import { useExecutions } from './api/use-executions.ts'
import { ExecutionTable } from './components/execution-table.tsx'
import { useAskAndDelete } from './components/use-ask-and-delete.ts'
import {
  isFiltered,
  PAGE_SIZE,
  PERIODS,
  readFilters,
  STATES,
  toQuery,
  writeFilters,
  type ExecutionFilters,
} from './model/execution-filters.ts'

const NOTHING: ReadonlySet<string> = new Set()

/** What agent flows did: every question to one, newest change first. */
export default function ExecutionsScreen() {
  const { t } = useTranslation(['executions', 'runs'])
  const [search, setSearch] = useSearchParams()
  const filters = readFilters(search)
  const [now] = useState(Date.now)
  const [chosen, setChosen] = useState(NOTHING)
  const askAndDelete = useAskAndDelete()
  const list = useExecutions(toQuery(filters, now))
  const change = (changes: Partial<ExecutionFilters>) => {
    setChosen(NOTHING)
    setSearch(writeFilters({ ...filters, page: 1, ...changes }), { replace: true })
  }
  const remove = async (ids: readonly string[]) => {
    if (await askAndDelete(ids)) setChosen(NOTHING)
  }
  const total = list.data?.total ?? 0
  const executions = list.data?.data ?? []
  const isEmpty = list.isSuccess && total === 0
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  // The last of a page was deleted, here or elsewhere: there is no such page any more.
  const isBeyond = list.isSuccess && !list.isPlaceholderData && total > 0 && filters.page > pages
  return (
    <>
      {isBeyond ? <Navigate replace to={{ search: String(writeFilters({ ...filters, page: pages })) }} /> : null}
      <PageHead
        title={t('title')}
        count={list.data?.total}
        action={
          <Button component={Link} to="/recording" startIcon={<IconFileImport size={20} aria-hidden />}>
            {t('runs:file.open')}
          </Button>
        }
      >
        {isEmpty && !isFiltered(filters) ? null : <Filters filters={filters} onChange={change} />}
      </PageHead>
      {chosen.size > 0 ? (
        <Box sx={{ marginBottom: 2 }}>
          <Button
            variant="outlined"
            color="error"
            startIcon={<IconTrash size={20} aria-hidden />}
            onClick={() => void remove([...chosen])}
          >
            {t('delete.chosen', { count: chosen.size })}
          </Button>
        </Box>
      ) : null}
      {list.isPending ? (
        <TableSkeleton />
      ) : list.isError && !list.data ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : isEmpty && isFiltered(filters) ? (
        <NothingFound
          words={filters.session}
          onClear={() => change({ flow: '', state: '', period: '', session: '' })}
        />
      ) : isEmpty ? (
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
      ) : (
        <ExecutionTable
          executions={executions}
          chosen={chosen}
          onChoose={setChosen}
          onDelete={(ids) => void remove(ids)}
        />
      )}
      {total > PAGE_SIZE ? (
        <Pager page={Math.min(filters.page, pages)} pages={pages} onPage={(page) => change({ page })} />
      ) : null}
    </>
  )
}

function Filters({
  filters,
  onChange,
}: {
  filters: ExecutionFilters
  onChange: (changes: Partial<ExecutionFilters>) => void
}) {
  const { t } = useTranslation('executions')
  const flows = useQuery({
    queryKey: ['chatflows', 'agent-flows'],
    queryFn: async ({ signal }) => {
      const answer = await call(listChatflows, { query: { type: 'AGENTFLOW', sort: 'name' }, signal })
      return Array.isArray(answer) ? answer : []
    },
  })
  return (
    <>
      <SearchField value={filters.session} label={t('search')} onChange={(session) => onChange({ session })} />
      <ChoiceButton
        label={t('filter.flow')}
        value={filters.flow}
        choices={[
          { value: '', label: t('filter.anyFlow') },
          ...(flows.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChoose={(flow) => onChange({ flow })}
      />
      <ChoiceButton
        label={t('filter.state')}
        value={filters.state}
        choices={[
          { value: '' as const, label: t('filter.anyState') },
          ...STATES.map((state) => ({ value: state, label: t(`state.${state}`) })),
        ]}
        onChoose={(state) => onChange({ state })}
      />
      <ChoiceButton
        label={t('filter.time')}
        value={filters.period}
        choices={[
          { value: '' as const, label: t('filter.anyTime') },
          ...PERIODS.map((period) => ({ value: period, label: t(`filter.${period}`) })),
        ]}
        onChoose={(period) => onChange({ period })}
      />
    </>
  )
}

function Pager({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const { t } = useTranslation('executions')
  return (
    <Box
      component="nav"
      aria-label={t('page', { page, pages })}
      sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 1, marginTop: 2 }}
    >
      <LabelledIconButton label={t('earlier')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <IconChevronLeft size={20} aria-hidden />
      </LabelledIconButton>
      <Box sx={{ ...type.body, color: color.text2 }}>{t('page', { page, pages })}</Box>
      <LabelledIconButton label={t('later')} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <IconChevronRight size={20} aria-hidden />
      </LabelledIconButton>
    </Box>
  )
}
