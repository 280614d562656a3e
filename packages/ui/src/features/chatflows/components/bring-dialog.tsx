import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import type { ForExisting } from '@chatwright/contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ErrorState } from '../../../components/error-state.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { notify } from '../../../state/notifications.ts'
import { color } from '../../../theme/tokens.ts'
import { bringIn, readFiles, tryImport } from '../api/bring-flows.ts'
import { refreshChatflows } from '../api/chatflow-actions.ts'
import { BroughtReport } from './brought-report.tsx'
import { ExistingChoice } from './existing-choice.tsx'

interface BringDialogProps {
  files: readonly File[]
  /** Chooses other files instead. */
  onOther: () => void
  onClose: () => void
}

/** What everything in the chosen files becomes here; then brings it in. */
export default function BringDialog({ files, onOther, onClose }: BringDialogProps) {
  const { t } = useTranslation('chatflows')
  const queryClient = useQueryClient()
  const [existing, setExisting] = useState<ForExisting>('skip')
  const names = files.map((file) => `${file.name} ${file.lastModified}`)
  const read = useQuery({ queryKey: ['bring', names], queryFn: () => readFiles(files), gcTime: 0 })
  const data = read.data?.data
  const hasLists = data !== undefined && Object.keys(data).length > 0
  const trial = useQuery({
    queryKey: ['bring', names, existing],
    queryFn: () => tryImport(data ?? {}, existing),
    enabled: hasLists,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  const report = trial.data
  const refused = read.data?.refused ?? []
  const isComing = ({ outcome }: { outcome: string }) => outcome !== 'skip' && outcome !== 'refused'
  const flows = (report?.flows ?? []).filter(isComing)
  const others = [...(report?.tools ?? []), ...(report?.variables ?? [])].filter(isComing)
  const save = useMutation({
    mutationFn: () => bringIn(data ?? {}, existing),
    onSuccess: async ({ flows }) => {
      onClose()
      notify(t('bring.brought', { count: flows.filter(isComing).length }), { tone: 'success' })
      await Promise.all([refreshChatflows(queryClient), queryClient.invalidateQueries()])
    },
    onError: (error) => notify(t('bring.failed', { reason: messageOf(error) }), { tone: 'error' }),
  })
  const isAnyHere =
    existing !== 'skip' ||
    [...(report?.flows ?? []), ...(report?.tools ?? []), ...(report?.variables ?? [])].some(
      ({ outcome }) => outcome === 'skip',
    )
  const error = read.error ?? trial.error
  return (
    <FormDialog
      open
      width="md"
      title={t('bring.title')}
      onClose={onClose}
      isBusy={save.isPending}
      submitLabel={flows.length > 0 ? t('bring.bring', { count: flows.length }) : t('bring.bringRest')}
      {...(flows.length + others.length > 0 && { onSubmit: () => save.mutate() })}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {read.isPending || (hasLists && trial.isPending) ? (
          <LinearProgress aria-label={t('welcome.bring.working')} />
        ) : null}
        {refused.map((file) => (
          <ProblemNotice key={file}>{t('bring.noJson', { file })}</ProblemNotice>
        ))}
        {error ? <ErrorState error={error} onRetry={() => void (read.error ? read : trial).refetch()} /> : null}
        {refused.length > 0 || error || report?.flows.some(({ outcome }) => outcome === 'refused') ? (
          <Box>
            <Button variant="outlined" onClick={onOther}>
              {t('bring.other')}
            </Button>
          </Box>
        ) : null}
        {report && isAnyHere ? <ExistingChoice value={existing} onChange={setExisting} /> : null}
        {report ? <Typography sx={{ color: color.text2 }}>{t('bring.intro')}</Typography> : null}
        {report ? <BroughtReport report={report} /> : null}
      </Box>
    </FormDialog>
  )
}
