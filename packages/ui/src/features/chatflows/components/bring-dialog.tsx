import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
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

interface BringDialogProps {
  files: readonly File[]
  /** Chooses other files instead. */
  onOther: () => void
  onClose: () => void
}

/** More than these are shown closed: first how many, then each. */
const FEW = 10

/** What each flow of the chosen files becomes here; then brings them in. */
export default function BringDialog({ files, onOther, onClose }: BringDialogProps) {
  const { t } = useTranslation('chatflows')
  const queryClient = useQueryClient()
  const read = useQuery({
    queryKey: ['bring', files.map((file) => `${file.name} ${file.lastModified}`)],
    queryFn: () => readFiles(files),
    gcTime: 0,
  })
  const flows = read.data?.flows ?? []
  const thing = (kind: string) => t(`bring.things.${kind}`, { defaultValue: kind })
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
            {reason === undefined ? t('bring.noJson', { file }) : `${t('bring.noFlows', { file })} ${reason}`}
          </ProblemNotice>
        ))}
        {(read.data?.unreadable ?? []).map(({ file, name, reason }) => (
          <ProblemNotice key={`${file} ${name}`}>{t('bring.unreadable', { file, name, reason })}</ProblemNotice>
        ))}
        {(read.data?.refused ?? []).length > 0 ? (
          <Box>
            <Button variant="outlined" onClick={onOther}>
              {t('bring.other')}
            </Button>
          </Box>
        ) : null}
        {(read.data?.leftBehind ?? []).map(({ file, things }) => (
          <ProblemNotice key={file} tone="warning">
            {t('bring.leftBehind', {
              file,
              things: things.map(({ kind, count }) => `${thing(kind)} (${count})`).join(', '),
            })}
          </ProblemNotice>
        ))}
        {flows.length > 0 ? <Typography sx={{ color: color.text2 }}>{t('bring.intro')}</Typography> : null}
        {flows.map((flow) => (
          <BroughtFlowReport key={flow.key} brought={flow} isOneOfMany={flows.length > FEW} />
        ))}
      </Box>
    </FormDialog>
  )
}
