import type { Variable } from '@chatwright/contract'
import Button from '@mui/material/Button'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { ListPage } from '../../../parts/list-page/list-page.tsx'
import { useSearch } from '../../../parts/list-page/use-search.ts'
import { useOpenedByAddress } from '../../../lib/use-opened-by-address.ts'
import { useVariables } from '../api/use-variables.ts'
import { VariableDialog } from './variable-dialog.tsx'
import { VariableTable } from './variable-table.tsx'

export function VariablesTab({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('credentials')
  const [opened, setOpened] = useState<'new' | Variable>()
  const [addressedId, closeAddressed] = useOpenedByAddress()
  const list = useVariables()
  const addressed = list.data?.find(({ id }) => id === addressedId)
  const search = useSearch(list.data, ({ name }) => name)
  const addButton = (
    <Button variant="contained" startIcon={<IconPlus size={20} aria-hidden />} onClick={() => setOpened('new')}>
      {t('variables.add')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('tabs.variables')}
        tabs={tabs}
        query={list}
        found={search.found}
        search={{ label: t('variables.search'), ...search }}
        action={addButton}
        empty={{ drawing: 'variable', title: t('variables.empty.title'), text: t('variables.empty.text') }}
        waiting="table"
      >
        {(found) => <VariableTable variables={found} onEdit={setOpened} />}
      </ListPage>
      {opened ? (
        <VariableDialog variable={opened === 'new' ? undefined : opened} onClose={() => setOpened(undefined)} />
      ) : null}
      {addressed ? <VariableDialog key={addressed.id} variable={addressed} onClose={closeAddressed} /> : null}
    </>
  )
}
