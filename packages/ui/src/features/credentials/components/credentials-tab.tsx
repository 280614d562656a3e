import Button from '@mui/material/Button'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { useCredentials } from '../../../components/credential-dialog/credential-api.ts'
import { ListPage } from '../../../parts/list-page/list-page.tsx'
import { useSearch } from '../../../parts/list-page/use-search.ts'
import { useOpenedByAddress } from '../../../lib/use-opened-by-address.ts'
import { CredentialTable } from './credential-table.tsx'
import { CredentialDialog } from '../../../components/credential-dialog/lazy-credential-dialog.ts'

/** `new` for a new one, or the id of the one to edit. */
type Opened = 'new' | { id: string }

export function CredentialsTab({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation(['credentials', 'common'])
  const [opened, setOpened] = useState<Opened>()
  const [addressed, closeAddressed] = useOpenedByAddress()
  const list = useCredentials()
  const all = list.data ?? []
  const search = useSearch(list.data, ({ name, credentialName }) => `${name} ${credentialName}`)
  const addButton = (
    <Button variant="contained" startIcon={<IconPlus size={20} aria-hidden />} onClick={() => setOpened('new')}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('title')}
        tabs={tabs}
        query={list}
        found={search.found}
        search={{ label: t('search'), ...search }}
        action={addButton}
        empty={{
          drawing: 'secret',
          title: t('empty.title'),
          text: t('empty.text'),
          lead: (
            <Button component={Link} to="/marketplaces?needs=none">
              {t('empty.learn')}
            </Button>
          ),
        }}
        waiting="table"
      >
        {(found) => <CredentialTable credentials={found} onEdit={(id) => setOpened({ id })} />}
      </ListPage>
      {opened ? (
        <CredentialDialog {...(opened !== 'new' && { id: opened.id })} onClose={() => setOpened(undefined)} />
      ) : null}
      {addressed !== undefined && all.some(({ id }) => id === addressed) ? (
        <CredentialDialog key={addressed} id={addressed} onClose={closeAddressed} />
      ) : null}
    </>
  )
}
