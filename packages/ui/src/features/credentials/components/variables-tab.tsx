import type { Variable } from '@chatwright/contract'
import Button from '@mui/material/Button'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { NothingFound } from '../../../components/nothing-found.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { TableSkeleton } from '../../../components/table-skeleton.tsx'
import { useOpenedByAddress } from '../../../lib/use-opened-by-address.ts'
import { useVariables } from '../api/use-variables.ts'
import { VariableDialog } from './variable-dialog.tsx'
import { VariableTable } from './variable-table.tsx'

export function VariablesTab({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('credentials')
  const [words, setWords] = useState('')
  const [opened, setOpened] = useState<'new' | Variable>()
  const [addressedId, closeAddressed] = useOpenedByAddress()
  const list = useVariables()
  const all = list.data ?? []
  const addressed = all.find(({ id }) => id === addressedId)
  const found = all.filter((variable) => variable.name.toLowerCase().includes(words.trim().toLowerCase()))
  const addButton = (
    <Button variant="contained" startIcon={<IconPlus size={20} aria-hidden />} onClick={() => setOpened('new')}>
      {t('variables.add')}
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
        {all.length > 0 ? <SearchField value={words} label={t('variables.search')} onChange={setWords} /> : null}
      </PageHead>
      {list.isPending ? (
        <TableSkeleton />
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : all.length === 0 ? (
        <EmptyState
          drawing="variable"
          title={t('variables.empty.title')}
          text={t('variables.empty.text')}
          actions={addButton}
        />
      ) : found.length === 0 ? (
        <NothingFound words={words} onClear={() => setWords('')} />
      ) : (
        <VariableTable variables={found} onEdit={setOpened} />
      )}
      {opened ? (
        <VariableDialog variable={opened === 'new' ? undefined : opened} onClose={() => setOpened(undefined)} />
      ) : null}
      {addressed ? <VariableDialog key={addressed.id} variable={addressed} onClose={closeAddressed} /> : null}
    </>
  )
}
