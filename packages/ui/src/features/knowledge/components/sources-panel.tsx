import type { KnowledgeCheck, KnowledgeSource, KnowledgeStore } from '@chatwright/contract'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { IconFileUpload, IconListSearch, IconPencil, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { EmptyState } from '../../../components/empty-state.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { RowActions } from '../../../components/row-actions.tsx'
import { RowNote, shownFrom, TableCard } from '../../../components/table-card.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { UnreadDocuments } from '../../../components/unread-documents.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { pickFiles } from '../../../lib/files.ts'
import { useConfirm } from '../../../state/confirm.ts'
import { notify } from '../../../state/notifications.ts'
import { color } from '../../../theme/tokens.ts'
import { isLoading, useCheck, useRefresh, useRemoveSource } from '../api/use-knowledge.ts'
import { namedChanges } from '../model/named-changes.ts'
import { SourceDialog } from './source-dialog.tsx'

interface SourcesPanelProps {
  store: KnowledgeStore
  isAdding: boolean
  onFiles: (files: readonly File[]) => void
}

/** Where the documents come from. */
export function SourcesPanel({ store, isAdding, onFiles }: SourcesPanelProps) {
  const { t } = useTranslation('knowledge')
  const [opened, setOpened] = useState<KnowledgeSource | 'new'>()
  const check = useCheck(store.id)
  const tell = (error: unknown): string => notify(messageOf(error), { tone: 'error' })
  const buttons = (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
      <Button
        variant="outlined"
        startIcon={<IconFileUpload size={20} aria-hidden />}
        loading={isAdding}
        onClick={() => void pickFiles({ accept: '', multiple: true }).then(onFiles)}
      >
        {t('sources.files')}
      </Button>
      <Button variant="outlined" startIcon={<IconPlus size={20} aria-hidden />} onClick={() => setOpened('new')}>
        {t('sources.add')}
      </Button>
      {store.loaders.length > 0 ? (
        <Button
          startIcon={<IconListSearch size={20} aria-hidden />}
          loading={check.isPending}
          disabled={isLoading(store)}
          onClick={() => check.mutate(store.job?.id, { onError: tell })}
        >
          {t('check.button')}
        </Button>
      ) : null}
    </Stack>
  )
  return (
    <Stack spacing={2}>
      {store.loaders.length === 0 ? (
        <EmptyState drawing="document" title={t('sources.empty')} text={t('sources.emptyText')} actions={buttons} />
      ) : (
        <>
          {buttons}
          {/* After another load it would tell of what was. */}
          {check.data && check.variables === store.job?.id ? <Changes check={check.data} /> : null}
          <TableCard
            label={t('tab.sources')}
            columns={[
              { id: 'name', label: t('sources.name') },
              { id: 'state', label: t('sources.state'), from: 'sm', width: 128 },
              { id: 'from', label: t('sources.from'), from: 'md', width: '34%' },
              { id: 'passages', label: t('tab.passages'), from: 'sm', width: 112 },
              { id: 'loaded', label: t('sources.loaded'), from: 'sm', width: 144 },
              { id: 'actions', label: t('sources.actions'), isHidden: true, width: 56 },
            ]}
          >
            {store.loaders.map((source) => (
              <SourceRow key={source.id} store={store} source={source} onEdit={() => setOpened(source)} />
            ))}
          </TableCard>
        </>
      )}
      {opened ? (
        <SourceDialog
          storeId={store.id}
          {...(opened === 'new' ? {} : { source: opened })}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </Stack>
  )
}

function Changes({ check }: { check: KnowledgeCheck }) {
  const { t } = useTranslation('knowledge')
  const failures = check.sources.flatMap((source) => source.failures)
  return (
    <>
      <ProblemNotice tone="info">
        <p style={{ margin: 0 }}>{t('check.result', check)}</p>
        {namedChanges(check).map(({ change, names, more }) => (
          <p key={change} style={{ margin: '4px 0 0' }}>
            {t(`check.${change}`, { names: more > 0 ? t('check.more', { names, count: more }) : names })}
          </p>
        ))}
      </ProblemNotice>
      {failures.length > 0 ? (
        <ProblemNotice tone="warning">
          <UnreadDocuments failures={failures} />
        </ProblemNotice>
      ) : null}
    </>
  )
}

type SourceState = 'loading' | 'waiting' | 'failed' | 'partly' | 'ready'

/** How a document is, told from what was read of it. */
function stateOf({ failures, totalChunks, loadedDate }: KnowledgeSource, isStoreLoading: boolean): SourceState {
  if (loadedDate === null) return isStoreLoading ? 'loading' : 'waiting'
  if (failures.length === 0) return 'ready'
  return totalChunks === 0 ? 'failed' : 'partly'
}

const stateInks: Record<SourceState, string> = {
  loading: color.text2,
  waiting: color.text2,
  failed: color.error,
  partly: color.warning,
  ready: color.success,
}

function SourceRow({ store, source, onEdit }: { store: KnowledgeStore; source: KnowledgeSource; onEdit: () => void }) {
  const { t, i18n } = useTranslation(['knowledge', 'common'])
  const confirm = useConfirm()
  const refresh = useRefresh(store.id)
  const remove = useRemoveSource(store.id)
  const tell = { onError: (error: unknown) => notify(messageOf(error), { tone: 'error' }) }
  const askAndRemove = async () => {
    const isSure = await confirm({
      title: t('sources.deleteTitle', { name: source.loaderName }),
      description: t('sources.deleteText'),
      confirmButtonName: t('common:action.delete'),
      cancelButtonName: t('common:action.cancel'),
      isDestructive: true,
    })
    if (isSure) remove.mutate(source.id, tell)
  }
  const state = stateOf(source, isLoading(store))
  const loaded = source.loadedDate === null ? t('sources.notYet') : <TimeAgo date={source.loadedDate} />
  return (
    <TableRow hover>
      <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
        <Typography variant="subtitle2" component="div">
          {source.loaderName}
        </Typography>
        {source.failures.length > 0 ? (
          <Typography variant="caption" component="p" sx={{ color: color.error }}>
            {source.failures.length === 1
              ? source.failures[0]?.message
              : t('unread', { count: source.failures.length })}
          </Typography>
        ) : null}
        <RowNote>
          {t(`sources.states.${state}`)} · {t('passages.count', { count: source.totalChunks })}
        </RowNote>
      </TableCell>
      <TableCell sx={{ ...shownFrom('sm'), color: stateInks[state] }}>{t(`sources.states.${state}`)}</TableCell>
      <TableCell sx={{ ...shownFrom('md'), color: color.text2 }}>
        <Typography variant="body2" noWrap title={source.source}>
          {source.source}
        </Typography>
      </TableCell>
      <TableCell sx={{ ...shownFrom('sm'), color: color.text2 }}>
        {source.totalChunks.toLocaleString(i18n.language)}
      </TableCell>
      <TableCell sx={{ ...shownFrom('sm'), color: color.text2 }}>{loaded}</TableCell>
      <TableCell>
        <RowActions
          label={t('menu', { name: source.loaderName })}
          actions={[
            { label: t('common:action.edit'), icon: IconPencil, run: onEdit },
            ...(isLoading(store)
              ? []
              : [{ label: t('load'), icon: IconRefresh, run: () => refresh.mutate([source.id], tell) }]),
            { label: t('common:action.delete'), icon: IconTrash, isDelete: true, run: () => void askAndRemove() },
          ]}
        />
      </TableCell>
    </TableRow>
  )
}
