import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { ErrorState } from '../../../components/error-state.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { notify } from '../../../state/notifications.ts'
import { color } from '../../../theme/tokens.ts'
import { readFiles, saveBroughtFlow } from '../api/bring-flows.ts'
import { refreshChatflows } from '../api/chatflow-actions.ts'
import type { BroughtFlow } from '../model/brought-flows.ts'
import { BroughtFlowReport } from './brought-flow-report.tsx'

/** What each flow of the chosen files becomes here; then brings them in. */
export default function BringDialog({ files, onClose }: { files: readonly File[]; onClose: () => void }) {
  const { t } = useTranslation('chatflows')
  const queryClient = useQueryClient()
  const read = useQuery({
    queryKey: ['bring', files.map((file) => `${file.name} ${file.lastModified}`)],
    queryFn: () => readFiles(files),
    gcTime: 0,
  })
  const flows = read.data?.flows ?? []
  const save = useMutation({
    mutationFn: async (brought: readonly BroughtFlow[]) => {
      let count = 0
      for (const flow of brought) {
        try {
          await saveBroughtFlow(flow)
          count += 1
        } catch (error) {
          notify(t('bring.failed', { name: flow.name, reason: messageOf(error) }), { tone: 'error' })
        }
      }
      return count
    },
    onSuccess: async (count) => {
      onClose()
      if (count > 0) notify(t('bring.brought', { count }), { tone: 'success' })
      await refreshChatflows(queryClient)
    },
  })
  return (
    <FormDialog
      open
      width="md"
      title={t('bring.title')}
      onClose={onClose}
      isBusy={save.isPending}
      submitLabel={t('bring.bring', { count: flows.length })}
      {...(flows.length > 0 && { onSubmit: () => save.mutate(flows) })}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {read.isPending ? <LinearProgress aria-label={t('welcome.bring.working')} /> : null}
        {read.error ? <ErrorState error={read.error} onRetry={() => void read.refetch()} /> : null}
        {(read.data?.refused ?? []).map(({ file, reason }) => (
          <ProblemNotice key={file}>
            {t('bring.noFlows', { file })} {reason}
          </ProblemNotice>
        ))}
        {flows.length > 0 ? <Typography sx={{ color: color.text2 }}>{t('bring.intro')}</Typography> : null}
        {flows.map((flow) => (
          <BroughtFlowReport key={flow.key} brought={flow} />
        ))}
      </Box>
    </FormDialog>
  )
}
