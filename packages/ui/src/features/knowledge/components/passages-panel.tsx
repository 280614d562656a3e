import type { KnowledgeStore, Passage } from '@chatwright/contract'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { LabelledIconButton } from '../../../components/labelled-icon-button.tsx'
import { NothingFound } from '../../../components/nothing-found.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { TableSkeleton } from '../../../components/table-skeleton.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { notify } from '../../../state/notifications.ts'
import { color } from '../../../theme/tokens.ts'
import { useEditPassage, usePassages } from '../api/use-knowledge.ts'
import { PassageDialog } from './passage-dialog.tsx'
import { PassageText } from './passage-text.tsx'

const PAGE = 50

/** Passages to read, mend and switch off. */
export function PassagesPanel({ store }: { store: KnowledgeStore }) {
  const { t } = useTranslation('knowledge')
  const [page, setPage] = useState(1)
  const [words, setWords] = useState('')
  const [edited, setEdited] = useState<Passage>()
  const list = usePassages(store.id, { loaderId: 'all', page, search: words.trim() })
  const edit = useEditPassage(store.id)
  const toggle = (id: string, isOn: boolean) =>
    edit.mutate({ id, isOn }, { onError: (error) => notify(messageOf(error), { tone: 'error' }) })
  if (list.isPending) return <TableSkeleton />
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  const { chunks, count, isCut = false } = list.data
  if (count === 0 && words.trim() === '') {
    return <EmptyState drawing="document" title={t('passages.empty')} text={t('passages.emptyText')} />
  }
  const pages = Math.max(1, Math.ceil(count / PAGE))
  return (
    <Stack spacing={2}>
      <SearchField
        value={words}
        label={t('passages.search')}
        onChange={(text) => {
          setWords(text)
          setPage(1)
        }}
      />
      {count === 0 ? <NothingFound words={words} onClear={() => setWords('')} /> : null}
      {chunks.map((passage) => (
        <PassageText
          key={passage.id}
          text={passage.pageContent}
          document={passage.document}
          facts={passage.metadata}
          isFaded={!passage.isOn}
          head={
            <>
              {passage.document} · {passage.chunkNo}
              {passage.isEdited ? ` · ${t('passages.edited')}` : ''}
            </>
          }
          action={
            <>
              <LabelledIconButton
                label={t('passages.edit', { number: passage.chunkNo })}
                size="small"
                onClick={() => setEdited(passage)}
              >
                <IconPencil size={20} aria-hidden />
              </LabelledIconButton>
              <Switch
                checked={passage.isOn}
                onChange={(_, isOn) => toggle(passage.id, isOn)}
                slotProps={{ input: { role: 'switch', 'aria-label': t('passages.on', { number: passage.chunkNo }) } }}
              />
            </>
          }
        />
      ))}
      {pages > 1 ? (
        <Stack direction="row" sx={{ alignItems: 'center', gap: 2 }}>
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('passages.before')}
          </Button>
          <Typography variant="body2" sx={{ color: color.text2 }}>
            {t(isCut ? 'passages.pageOfAtLeast' : 'passages.page', { page, pages })}
          </Typography>
          <Button disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t('passages.next')}
          </Button>
        </Stack>
      ) : null}
      {edited ? <PassageDialog storeId={store.id} passage={edited} onClose={() => setEdited(undefined)} /> : null}
    </Stack>
  )
}
