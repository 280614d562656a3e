import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { getRun } from '@chatwright/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { Delayed } from '../../components/delayed.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { call } from '../../lib/api.ts'
import { RunView } from './components/run-view.tsx'

export interface RunTraceProps {
  runId: string
  onClose: () => void
  onJumpToNode?: ((nodeId: string) => void) | undefined
}

/** What ran to make an answer: each node with its time, what went in and what came out. */
export default function RunTrace({ runId, onClose, onJumpToNode }: RunTraceProps) {
  const { t } = useTranslation('chat')
  const run = useQuery({
    queryKey: ['run', runId],
    queryFn: ({ signal }) => call(getRun, { params: { id: runId }, signal }),
  })
  return (
    <FormDialog open width="lg" title={t('trace.title')} onClose={onClose}>
      {run.isPending ? (
        <Delayed>
          <Box sx={{ display: 'grid', gap: 1 }}>
            {[0, 1, 2].map((row) => (
              <Skeleton key={row} variant="rounded" height={44} />
            ))}
          </Box>
        </Delayed>
      ) : null}
      {run.error ? <ErrorState error={run.error} onRetry={() => void run.refetch()} /> : null}
      {run.data ? <RunView run={run.data} onJumpToNode={onJumpToNode} /> : null}
    </FormDialog>
  )
}
