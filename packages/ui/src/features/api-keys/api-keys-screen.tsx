import type { ApiKey } from '@chatwright/contract'
import Button from '@mui/material/Button'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { NothingFound } from '../../components/nothing-found.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { TableSkeleton } from '../../components/table-skeleton.tsx'
import { useApiKeys } from './api/use-api-keys.ts'
import { ApiKeyTable } from './components/api-key-table.tsx'
import { CreatedKeyDialog } from './components/created-key-dialog.tsx'
import { SignedInBrowsers } from './components/signed-in-browsers.tsx'
import { lazyDialog } from '../../components/lazy-part/lazy-part.tsx'

const ApiKeyDialog = lazyDialog(() => import('./components/api-key-dialog.tsx'))
const ClosedKeysDialog = lazyDialog(() => import('../../components/closed-keys-dialog.tsx'))

/** The keys other programs use; each is shown in clear once, when it is made. */
export default function ApiKeysScreen() {
  const { t } = useTranslation('api-keys')
  const [words, setWords] = useState('')
  const [opened, setOpened] = useState<'new' | ApiKey>()
  const [letIn, setLetIn] = useState<ApiKey>()
  const [created, setCreated] = useState<ApiKey>()
  const list = useApiKeys()
  const all = list.data ?? []
  const found = all.filter((key) => key.keyName.toLowerCase().includes(words.trim().toLowerCase()))
  const createButton = (
    <Button variant="contained" startIcon={<IconPlus size={20} aria-hidden />} onClick={() => setOpened('new')}>
      {t('create')}
    </Button>
  )
  return (
    <>
      <PageHead
        title={t('title')}
        count={list.data?.length}
        action={list.isSuccess && all.length === 0 ? null : createButton}
      >
        {all.length > 0 ? <SearchField value={words} label={t('search')} onChange={setWords} /> : null}
      </PageHead>
      {list.isPending ? (
        <TableSkeleton />
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : all.length === 0 ? (
        <EmptyState
          drawing="key"
          title={t('empty.title')}
          text={t('empty.text')}
          actions={
            <>
              <Button component={Link} to="/chatflows">
                {t('empty.learn')}
              </Button>
              {createButton}
            </>
          }
        />
      ) : found.length === 0 ? (
        <NothingFound words={words} onClear={() => setWords('')} />
      ) : (
        <ApiKeyTable apiKeys={found} onEdit={setOpened} onLetIn={setLetIn} />
      )}
      {list.isSuccess ? <SignedInBrowsers /> : null}
      {opened ? (
        <ApiKeyDialog
          apiKey={opened === 'new' ? undefined : opened}
          onClose={() => setOpened(undefined)}
          onCreated={setCreated}
        />
      ) : null}
      {letIn ? <ClosedKeysDialog apiKeys={[letIn]} onClose={() => setLetIn(undefined)} /> : null}
      {created ? <CreatedKeyDialog apiKey={created} onClose={() => setCreated(undefined)} /> : null}
    </>
  )
}
