import type { TestSet } from '@chatwright/contract'
import { IconFileExport, IconFileImport, IconPackageExport, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { RowActions } from '../../../components/row-actions.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { downloadText, pickTextFile, safeFileName } from '../../../lib/files.ts'
import { notify } from '../../../state/notifications.ts'
import { readSetFile, useChangeTests } from '../api/use-tests.ts'
import { SetDialog } from './lazy-set-dialog.ts'
import { useDeleteSet } from './use-delete-set.ts'

/** What else can be done with a set: files in and out, another name, an end. */
export function SetActions({ set }: { set: TestSet }) {
  const { t } = useTranslation('tests')
  const navigate = useNavigate()
  const [isRenaming, setIsRenaming] = useState(false)
  const { importCsv } = useChangeTests()
  const remove = useDeleteSet()
  const tell = (error: unknown) => notify(t('didNotWork', { reason: messageOf(error) }), { tone: 'error' })
  const bring = async () => {
    const file = await pickTextFile('.csv,text/csv')
    if (!file) return
    importCsv.mutate(
      { setId: set.id, csv: file.text },
      { onSuccess: ({ added }) => notify(t('imported', { count: added }), { tone: 'success' }), onError: tell },
    )
  }
  const save = async (kind: 'csv' | 'json') => {
    try {
      const text = await readSetFile(set.id, kind)
      const name = safeFileName(set.name)
      downloadText(
        kind === 'csv' ? { name: `${name}.csv`, text, type: 'text/csv' } : { name: `${name}.tests.json`, text },
      )
    } catch (error) {
      tell(error)
    }
  }
  const end = async () => {
    if (await remove(set)) void navigate('/tests')
  }
  return (
    <>
      <RowActions
        label={t('more')}
        actions={[
          { label: t('importCsv'), icon: IconFileImport, run: () => void bring() },
          { label: t('exportCsv'), icon: IconFileExport, run: () => void save('csv') },
          { label: t('exportFile'), icon: IconPackageExport, run: () => void save('json') },
          { label: t('rename'), icon: IconPencil, run: () => setIsRenaming(true) },
          { label: t('deleteSet'), icon: IconTrash, isDelete: true, run: () => void end() },
        ]}
      />
      {isRenaming ? <SetDialog renamed={set} onClose={() => setIsRenaming(false)} /> : null}
    </>
  )
}
