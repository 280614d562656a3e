import type { ApiKey } from '@chatwright/contract'
import Button from '@mui/material/Button'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { ListPage } from '../../parts/list-page/list-page.tsx'
import { useSearch } from '../../parts/list-page/use-search.ts'
import { useApiKeys } from './api/use-api-keys.ts'
import { ApiKeyTable } from './components/api-key-table.tsx'
import { CreatedKeyDialog } from './components/created-key-dialog.tsx'
import { SignedInBrowsers } from '../../parts/signed-in-browsers/signed-in-browsers.tsx'
import { lazyDialog } from '../../components/lazy-part/lazy-part.tsx'

const ApiKeyDialog = lazyDialog(() => import('./components/api-key-dialog.tsx'))
const ClosedKeysDialog = lazyDialog(() => import('../../components/closed-keys-dialog.tsx'))

/** The keys other programs use; each is shown in clear once, when it is made. */
export default function ApiKeysScreen() {
  const { t } = useTranslation('api-keys')
  const [opened, setOpened] = useState<'new' | ApiKey>()
  const [letIn, setLetIn] = useState<ApiKey>()
  const [created, setCreated] = useState<ApiKey>()
  const list = useApiKeys()
  const search = useSearch(list.data, ({ keyName }) => keyName)
  const createButton = (
    <Button variant="contained" startIcon={<IconPlus size={20} aria-hidden />} onClick={() => setOpened('new')}>
      {t('create')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('title')}
        query={list}
        found={search.found}
        search={{ label: t('search'), ...search }}
        action={createButton}
        empty={{
          drawing: 'key',
          title: t('empty.title'),
          text: t('empty.text'),
          lead: (
            <Button component={Link} to="/chatflows">
              {t('empty.learn')}
            </Button>
          ),
        }}
        waiting="table"
      >
        {(found) => <ApiKeyTable apiKeys={found} onEdit={setOpened} onLetIn={setLetIn} />}
      </ListPage>
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
