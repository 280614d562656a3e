import { updateApiKey } from '@chatwright/contract'
import type { ApiKey } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { call } from '../lib/api.ts'
import { notify } from '../state/notifications.ts'
import { color, monoFamily, radius } from '../theme/tokens.ts'
import { FormDialog } from './form-dialog.tsx'
import { KeyRights } from './key-rights.tsx'
import { ProblemNotice } from './problem-notice.tsx'

interface ClosedKeysDialogProps {
  apiKeys: readonly ApiKey[]
  onClose: () => void
}

/** Shows keys that a loaded file brought, with what each would open, and lets them in when the owner says so. */
export default function ClosedKeysDialog({ apiKeys, onClose }: ClosedKeysDialogProps) {
  const { t } = useTranslation('api-keys')
  const queryClient = useQueryClient()
  const count = apiKeys.length
  const letIn = useMutation({
    mutationFn: () =>
      Promise.all(apiKeys.map(({ id }) => call(updateApiKey, { params: { id }, body: { isClosed: false } }))),
    onSuccess: () => {
      notify(t('closed.done', { count }), { tone: 'success' })
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['api-keys'] }),
  })
  return (
    <FormDialog
      open
      title={t('closed.title', { count })}
      onClose={onClose}
      onSubmit={() => letIn.mutate()}
      isBusy={letIn.isPending}
      cancelLabel={t('closed.leave', { count })}
      submitLabel={t('closed.letIn', { count })}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Typography sx={{ color: color.text2 }}>{t('closed.text', { count })}</Typography>
        <Box component="ul" sx={{ display: 'grid', gap: 1, margin: 0, padding: 0, listStyle: 'none' }}>
          {apiKeys.map((apiKey) => (
            <Box
              component="li"
              key={apiKey.id}
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                justifyContent: 'space-between',
                gap: 1,
                padding: 1.5,
                border: `1px solid ${color.line}`,
                borderRadius: radius.card,
              }}
            >
              <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                <Typography variant="subtitle2">{apiKey.keyName}</Typography>
                <Typography variant="body2" sx={{ fontFamily: monoFamily, color: color.text2 }}>
                  {apiKey.apiKey}
                </Typography>
              </Box>
              {apiKey.permissions.includes('manage') ? (
                <Chip
                  label={t('permission.manage')}
                  sx={{ backgroundColor: color.warningSoft, color: color.onWarningSoft }}
                />
              ) : (
                <Box sx={{ textAlign: 'right' }}>
                  <Chip label={apiKey.flows ? t('scope.flows', { count: apiKey.flows.length }) : t('scope.all')} />
                  <KeyRights permissions={apiKey.permissions} />
                </Box>
              )}
            </Box>
          ))}
        </Box>
        {letIn.error ? <ProblemNotice>{letIn.error.message}</ProblemNotice> : null}
      </Box>
    </FormDialog>
  )
}
