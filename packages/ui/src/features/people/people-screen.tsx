import type { Invited, Person } from '@chatwright/contract'
import Button from '@mui/material/Button'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { lazyDialog } from '../../components/lazy-part/lazy-part.tsx'
import { ListPage } from '../../parts/list-page/list-page.tsx'
import { useSearch } from '../../parts/list-page/use-search.ts'
import { usePeople } from './api/use-people.ts'
import { PeopleTable } from './components/people-table.tsx'

const PersonDialog = lazyDialog(() => import('./components/person-dialog.tsx'))
const LinkDialog = lazyDialog(() => import('./components/link-dialog.tsx'))

/** Who signs in here beside the operator, and with which role. */
export default function PeopleScreen() {
  const { t } = useTranslation('people')
  const [opened, setOpened] = useState<'new' | Person>()
  const [invited, setInvited] = useState<Invited>()
  const list = usePeople()
  const search = useSearch(list.data, ({ name, login }) => `${name} ${login}`)
  return (
    <>
      <ListPage
        title={t('title')}
        query={list}
        found={search.found}
        search={{ label: t('search'), ...search }}
        action={
          <Button variant="contained" startIcon={<IconPlus size={20} aria-hidden />} onClick={() => setOpened('new')}>
            {t('invite')}
          </Button>
        }
        empty={{ drawing: 'key', title: t('empty.title'), text: t('empty.text') }}
        waiting="table"
      >
        {(found) => <PeopleTable people={found} onEdit={setOpened} onLink={setInvited} />}
      </ListPage>
      {opened ? (
        <PersonDialog
          person={opened === 'new' ? undefined : opened}
          onClose={() => setOpened(undefined)}
          onInvited={setInvited}
        />
      ) : null}
      {invited ? <LinkDialog invited={invited} onClose={() => setInvited(undefined)} /> : null}
    </>
  )
}
