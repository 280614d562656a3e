import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'

import { CardGrid } from '../../components/card-grid.tsx'
import { CardSkeletons } from '../../components/card-skeletons.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { faceStyle, ItemCard } from '../../components/item-card.tsx'
import { NothingFound } from '../../components/nothing-found.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { usePageDrop } from '../../lib/use-page-drop.ts'
import { useSearch } from '../../parts/list-page/use-search.ts'
import { notify } from '../../state/notifications.ts'
import { useAddFiles } from './api/use-add-files.ts'
import { useKnowledgeList, useSaveStore } from './api/use-knowledge.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { StoreDialog } from './components/store-dialog.tsx'
import { shownStatus } from './model/store-status.ts'

/** Stores of documents that flows search. */
export default function KnowledgeScreen() {
  const { t } = useTranslation('knowledge')
  const navigate = useNavigate()
  const [isMaking, setIsMaking] = useState(false)
  const list = useKnowledgeList()
  const isOver = usePageDrop(useStoreOfFiles())
  const all = list.data ?? []
  const { words, onChange: setWords, found } = useSearch(list.data, ({ name, description }) => `${name} ${description}`)
  const make = (
    <Button variant="contained" startIcon={<IconPlus size={20} aria-hidden />} onClick={() => setIsMaking(true)}>
      {t('create')}
    </Button>
  )
  return (
    <>
      <PageHead title={t('title')} count={list.data?.length} action={list.isSuccess && all.length === 0 ? null : make}>
        {all.length > 0 ? <SearchField value={words} label={t('search')} onChange={setWords} /> : null}
      </PageHead>
      {isOver ? <ProblemNotice tone="info">{t('drop.list')}</ProblemNotice> : null}
      {list.isPending ? (
        <CardSkeletons height={148} />
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : all.length === 0 ? (
        <EmptyState drawing="document" title={t('empty.title')} text={t('empty.text')} actions={make} />
      ) : found.length === 0 ? (
        <NothingFound words={words} onClear={() => setWords('')} />
      ) : (
        <CardGrid label={t('title')}>
          {found.map((store) => (
            <div role="listitem" key={store.id}>
              <ItemCard
                title={
                  <Box component={Link} to={`/knowledge/${store.id}`} className="face" sx={faceStyle}>
                    {store.name}
                  </Box>
                }
                description={store.description || t('noDescription')}
                foot={
                  <Box
                    sx={{ flex: 1, display: 'flex', flexWrap: 'wrap', gap: '0 8px', '& > *': { whiteSpace: 'nowrap' } }}
                  >
                    <span>{t(`status.${shownStatus(store)}`)}</span>
                    <span>{t('sources.count', { count: store.loaders.length })}</span>
                    <span>{t('passages.count', { count: store.totalChunks })}</span>
                    <Box component="span" sx={{ marginLeft: 'auto', position: 'relative', zIndex: 1 }}>
                      <TimeAgo date={store.updatedDate} />
                    </Box>
                  </Box>
                }
              />
            </div>
          ))}
        </CardGrid>
      )}
      {isMaking ? (
        <StoreDialog onClose={() => setIsMaking(false)} onSaved={({ id }) => void navigate(`/knowledge/${id}`)} />
      ) : null}
    </>
  )
}

/** Makes a store of files, and goes there. */
function useStoreOfFiles(): (files: readonly File[]) => void {
  const navigate = useNavigate()
  const save = useSaveStore()
  const add = useAddFiles()
  return (files) => {
    const [first] = files
    if (!first) return
    const make = async () => {
      const { id } = await save.mutateAsync({ name: first.name.replace(/\.[^.]*$/, ''), description: '' })
      void navigate(`/knowledge/${id}`)
      await add.mutateAsync({ storeId: id, files })
    }
    make().catch((error: unknown) => notify(messageOf(error), { tone: 'error' }))
  }
}
