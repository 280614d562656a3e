import Button from '@mui/material/Button'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { NothingFound } from '../../../components/nothing-found.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { TableSkeleton } from '../../../components/table-skeleton.tsx'
import { useCredentials } from '../../../components/credential-dialog/credential-api.ts'
import { useOpenedByAddress } from '../../../lib/use-opened-by-address.ts'
import { CredentialTable } from './credential-table.tsx'
import { CredentialDialog } from '../../../components/credential-dialog/lazy-credential-dialog.ts'

/** `new` for a new one, or the id of the one to edit. */
type Opened = 'new' | { id: string }

export function CredentialsTab({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation(['credentials', 'common'])
  const [words, setWords] = useState('')
  const [opened, setOpened] = useState<Opened>()
  const [addressed, closeAddressed] = useOpenedByAddress()
  const list = useCredentials()
  const all = list.data ?? []
  const found = all.filter(({ name, credentialName }) =>
    `${name} ${credentialName}`.toLowerCase().includes(words.trim().toLowerCase()),
  )
  const addButton = (
    <Button variant="contained" startIcon={<IconPlus size={20} aria-hidden />} onClick={() => setOpened('new')}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <PageHead
        title={t('title')}
        tabs={tabs}
        count={list.data?.length}
        action={list.isSuccess && all.length === 0 ? null : addButton}
      >
        {all.length > 0 ? <SearchField value={words} label={t('search')} onChange={setWords} /> : null}
      </PageHead>
      {list.isPending ? (
        <TableSkeleton />
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : all.length === 0 ? (
        <EmptyState
          drawing="secret"
          title={t('empty.title')}
          text={t('empty.text')}
          actions={
            <>
              <Button component={Link} to="/marketplaces?needs=none">
                {t('empty.learn')}
              </Button>
              {addButton}
            </>
          }
        />
      ) : found.length === 0 ? (
        <NothingFound words={words} onClear={() => setWords('')} />
      ) : (
        <CredentialTable credentials={found} onEdit={(id) => setOpened({ id })} />
      )}
      {opened ? (
        <CredentialDialog {...(opened !== 'new' && { id: opened.id })} onClose={() => setOpened(undefined)} />
      ) : null}
      {addressed !== undefined && all.some(({ id }) => id === addressed) ? (
        <CredentialDialog key={addressed} id={addressed} onClose={closeAddressed} />
      ) : null}
    </>
  )
}
