import { keepAsTest } from '@chatwright/contract'
import type { FoundRun } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { IconCheck, IconTestPipe, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { call } from '../../../lib/api.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { notify } from '../../../state/notifications.ts'
import { color, type } from '../../../theme/tokens.ts'
import { useAskAndDelete } from '../components/use-ask-and-delete.ts'

interface BulkBarProps {
  runs: readonly FoundRun[]
  onDismiss: (ids: string[]) => void
  onDone: () => void
}

/** What can be done with all runs that are chosen. */
export function BulkBar({ runs, onDismiss, onDone }: BulkBarProps) {
  const { t } = useTranslation('runs-list')
  const keep = useKeepAll()
  const askAndDelete = useAskAndDelete()
  const executions = runs.flatMap(({ executionId }) => executionId ?? [])
  const remove = async () => {
    if (await askAndDelete(executions)) onDone()
  }
  return (
    <Box
      role="group"
      aria-label={t('bulk.label', { count: runs.length })}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, marginBottom: 2 }}
    >
      <Box sx={{ ...type.strong, color: color.text2, marginRight: 1 }} aria-live="polite">
        {t('bulk.label', { count: runs.length })}
      </Box>
      <Button
        variant="outlined"
        loading={keep.isPending}
        startIcon={<IconTestPipe size={20} aria-hidden />}
        onClick={() => keep.mutate(runs, { onSuccess: onDone })}
      >
        {t('bulk.keep')}
      </Button>
      <Button
        variant="outlined"
        startIcon={<IconCheck size={20} aria-hidden />}
        onClick={() => onDismiss(runs.map(({ id }) => id))}
      >
        {t('bulk.dismiss')}
      </Button>
      {executions.length === runs.length ? (
        <Button color="error" startIcon={<IconTrash size={20} aria-hidden />} onClick={() => void remove()}>
          {t('bulk.delete')}
        </Button>
      ) : null}
      <Button onClick={onDone}>{t('bulk.none')}</Button>
    </Box>
  )
}

/** Each as a test of its flow's newest set. One that cannot be kept stops none of the others. */
function useKeepAll() {
  const { t } = useTranslation('runs-list')
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (runs: readonly FoundRun[]) => {
      const faults: unknown[] = []
      // One after the other: the first makes the set that the others go into.
      for (const { id } of runs)
        await call(keepAsTest, { body: { runId: id } }).catch((error: unknown) => faults.push(error))
      return { kept: runs.length - faults.length, faults }
    },
    onSuccess: ({ kept, faults }) => {
      void client.invalidateQueries({ queryKey: ['tests'] })
      if (kept > 0) notify(t('bulk.kept', { count: kept }), { tone: 'success' })
      if (faults.length > 0) {
        notify(t('bulk.notKept', { count: faults.length, reason: messageOf(faults[0]) }), { tone: 'error' })
      }
    },
  })
}
