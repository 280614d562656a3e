import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { IconMessage, IconPencil, IconRefresh, IconTrash, IconVectorTriangle } from '@tabler/icons-react'
import type { KnowledgeStore } from '@chatwright/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink, useNavigate, useParams, useSearchParams } from 'react-router'

import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { RowActions } from '../../components/row-actions.tsx'
import { TableSkeleton } from '../../components/table-skeleton.tsx'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { usePageDrop } from '../../lib/use-page-drop.ts'
import { useGuardedDelete } from '../../lib/use-guarded-delete.ts'
import { notify } from '../../state/notifications.ts'
import { color, type } from '../../theme/tokens.ts'
import { useAddFiles } from './api/use-add-files.ts'
import { useChatWithStore } from './api/use-chat-with-store.ts'
import { isLoading, useKnowledge, useRefresh, useRemoveStore } from './api/use-knowledge.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { IndexDialog } from './components/index-dialog.tsx'
import { LoadState } from './components/load-state.tsx'
import { PassagesPanel } from './components/passages-panel.tsx'
import { SearchPanel } from './components/search-panel.tsx'
import { SourcesPanel } from './components/sources-panel.tsx'
import { StoreDialog } from './components/store-dialog.tsx'
import { TestsPanel } from './components/tests-panel.tsx'
import { shownStatus } from './model/store-status.ts'

/** A link that stands by itself is high enough for a finger. */
const TARGET = { display: 'inline-block', lineHeight: '24px' } as const

const TABS = ['sources', 'passages', 'bench', 'tests'] as const

/** One store: its sources, its passages, and a search in it as flows do it. */
export default function StoreScreen() {
  const { id = '' } = useParams()
  const { t } = useTranslation('knowledge')
  const store = useKnowledge(id)
  if (store.error instanceof ApiError && store.error.status === 404) {
    return (
      <EmptyState
        drawing="lost"
        headingLevel={1}
        title={t('gone')}
        text={t('goneText')}
        actions={
          <Button variant="contained" component={RouterLink} to="/knowledge">
            {t('back')}
          </Button>
        }
      />
    )
  }
  if (store.error && !store.data) return <ErrorState error={store.error} onRetry={() => void store.refetch()} />
  return store.data ? <Store store={store.data} /> : <TableSkeleton />
}

function Store({ store }: { store: KnowledgeStore }) {
  const { t } = useTranslation('knowledge')
  const [search, setSearch] = useSearchParams()
  const tab = TABS.find((each) => each === search.get('tab')) ?? 'sources'
  const add = useAddFiles()
  const addFiles = (files: readonly File[]) => {
    if (files.length === 0) return
    add.mutate({ storeId: store.id, files }, { onError: (error) => notify(messageOf(error), { tone: 'error' }) })
  }
  const isOver = usePageDrop(addFiles)
  return (
    <>
      <Link component={RouterLink} to="/knowledge" sx={{ ...type.small, ...TARGET }}>
        {t('back')}
      </Link>
      <PageHead title={store.name} action={<StoreActions store={store} />} />
      <Stack spacing={2}>
        {store.description === '' ? null : (
          <Typography sx={{ color: color.text2, overflowWrap: 'anywhere' }}>{store.description}</Typography>
        )}
        <Facts store={store} />
        {isOver ? <ProblemNotice tone="info">{t('drop.store', { name: store.name })}</ProblemNotice> : null}
        <LoadState store={store} />
        <Tabs
          value={tab}
          onChange={(_, value: string) => setSearch({ tab: value }, { replace: true })}
          aria-label={store.name}
          variant="scrollable"
        >
          {TABS.map((each) => (
            <Tab key={each} value={each} label={t(`tab.${each}`)} id={`tab-${each}`} aria-controls={`panel-${each}`} />
          ))}
        </Tabs>
        <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
          {tab === 'sources' ? <SourcesPanel store={store} isAdding={add.isPending} onFiles={addFiles} /> : null}
          {tab === 'passages' ? <PassagesPanel store={store} /> : null}
          {tab === 'tests' ? <TestsPanel store={store} /> : null}
          {tab === 'bench' ? <SearchPanel store={store} /> : null}
        </div>
      </Stack>
    </>
  )
}

function StoreActions({ store }: { store: KnowledgeStore }) {
  const { t } = useTranslation(['knowledge', 'common'])
  const navigate = useNavigate()
  const [opened, setOpened] = useState<'name' | 'index'>()
  const refresh = useRefresh(store.id)
  const remove = useRemoveStore()
  const guardedDelete = useGuardedDelete()
  const askAndDelete = async () => {
    const isGone = await guardedDelete({
      title: t('delete.title', { name: store.name }),
      text: t('delete.text'),
      done: t('delete.done', { name: store.name }),
      remove: (options) => remove(store.id, options),
    })
    if (isGone) void navigate('/knowledge')
  }
  const chat = useChatWithStore()
  const openChat = () =>
    chat.mutate(store, {
      onSuccess: ({ id }) => void navigate(`/canvas/${id}`, { state: { opensChat: true } }),
      onError: (error) => notify(messageOf(error), { tone: 'error' }),
    })
  return (
    <>
      {store.totalChunks > 0 ? (
        <Button
          variant="contained"
          startIcon={<IconMessage size={20} aria-hidden />}
          loading={chat.isPending}
          onClick={openChat}
        >
          {t('chat')}
        </Button>
      ) : null}
      {store.loaders.length > 0 ? (
        <Button
          variant="outlined"
          startIcon={<IconRefresh size={20} aria-hidden />}
          disabled={isLoading(store)}
          loading={refresh.isPending}
          onClick={() => refresh.mutate(undefined, { onError: (error) => notify(messageOf(error), { tone: 'error' }) })}
        >
          {t('load')}
        </Button>
      ) : null}
      <RowActions
        label={t('menu', { name: store.name })}
        actions={[
          { label: t('common:action.edit'), icon: IconPencil, run: () => setOpened('name') },
          { label: t('index.action'), icon: IconVectorTriangle, run: () => setOpened('index') },
          { label: t('common:action.delete'), icon: IconTrash, isDelete: true, run: () => void askAndDelete() },
        ]}
      />
      {opened === 'name' ? <StoreDialog store={store} onClose={() => setOpened(undefined)} /> : null}
      {opened === 'index' ? <IndexDialog store={store} onClose={() => setOpened(undefined)} /> : null}
    </>
  )
}

function Facts({ store }: { store: KnowledgeStore }) {
  const { t } = useTranslation('knowledge')
  return (
    <Stack direction="row" sx={{ ...type.small, color: color.text2, flexWrap: 'wrap', gap: '4px 16px' }}>
      <span>{t(`status.${shownStatus(store)}`)}</span>
      <span>{t('passages.count', { count: store.totalChunks })}</span>
      <span>{t('characters', { count: store.totalChars })}</span>
      <span>
        {store.whereUsed.length === 0 ? t('unused') : t('usedIn')}{' '}
        {store.whereUsed.map((flow, index) => (
          <Box component="span" key={flow.id}>
            {index > 0 ? ', ' : ''}
            <Link component={RouterLink} to={`/canvas/${flow.id}`} sx={{ overflowWrap: 'anywhere', ...TARGET }}>
              {flow.name}
            </Link>
          </Box>
        ))}
      </span>
    </Stack>
  )
}
