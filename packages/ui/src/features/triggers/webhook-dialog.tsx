import type { Webhook, WebhookDelivery } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { CodeLine } from '../../components/code-line.tsx'
import { DialogHead } from '../../components/dialog-head.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { confirm } from '../../state/confirm.ts'
import { notify } from '../../state/notifications.ts'
import { color } from '../../theme/tokens.ts'
import { Deliveries } from './deliveries.tsx'
import { SendDialog } from './send-dialog.tsx'
import { TestAddress } from './test-address.tsx'
import { titleOf } from './trigger-title.ts'
import { useDeleteSecret, useMakeSecret } from './use-webhooks.ts'

interface WebhookDialogProps {
  webhook: Webhook
  isReachable: boolean
  isPublicUrl: boolean
  /** Opens what was set of it, where that is not its Start step's. */
  onEdit: () => void
  onClose: () => void
}

/** Where to send, what to sign with, and what came. */
export function WebhookDialog({ webhook, isReachable, isPublicUrl, onEdit, onClose }: WebhookDialogProps) {
  const { t } = useTranslation('triggers')
  const titleId = useId()
  const [sending, setSending] = useState<{ again?: WebhookDelivery } | undefined>()
  return (
    <Dialog open maxWidth="md" onClose={onClose} aria-labelledby={titleId}>
      <DialogHead id={titleId} title={titleOf(webhook)} onClose={onClose}>
        {webhook.name === '' ? null : <Button onClick={onEdit}>{t('edit.open')}</Button>}
      </DialogHead>
      <DialogContent sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {isReachable && isPublicUrl ? null : (
          <ProblemNotice tone="warning">{t(isReachable ? 'webhook.noPublicUrl' : 'webhook.unreachable')}</ProblemNotice>
        )}
        {webhook.reason === null ? null : <ProblemNotice tone="warning">{webhook.reason}</ProblemNotice>}
        <div>
          <Typography variant="body2" sx={{ color: color.text2, marginBottom: 0.5 }}>
            {t('webhook.sendTo', { method: webhook.method, type: webhook.contentType })}
          </Typography>
          <CodeLine label={t('webhook.address')} text={webhook.address} />
        </div>
        <TestAddress webhook={webhook} />
        <Secret webhook={webhook} />
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
          <Typography variant="subtitle1" component="h3">
            {t('webhook.deliveries')}
          </Typography>
          <Button variant="outlined" onClick={() => setSending({})}>
            {t('webhook.sendOne')}
          </Button>
        </Box>
        <Deliveries id={webhook.id} onAgain={(again) => setSending({ again })} />
      </DialogContent>
      {sending ? <SendDialog id={webhook.id} again={sending.again} onClose={() => setSending(undefined)} /> : null}
    </Dialog>
  )
}

function Secret({ webhook }: { webhook: Webhook }) {
  const { id, name, isSigned, hasSecret, signatureHeader, signature, handsOnUnsigned, example } = webhook
  const { t } = useTranslation('triggers')
  const make = useMakeSecret()
  const remove = useDeleteSecret()
  const onError = (error: unknown): void => {
    notify(messageOf(error), { tone: 'error' })
  }
  const makeOne = async (): Promise<void> => {
    const isSure =
      !hasSecret ||
      (await confirm({
        title: t('secret.replaceTitle'),
        description: t('secret.replaceText'),
        confirmButtonName: t('secret.replace'),
        cancelButtonName: t('action.cancel', { ns: 'common' }),
        isDestructive: true,
      }))
    if (isSure) make.mutate(id, { onError })
  }
  if (!isSigned) return <ProblemNotice tone="info">{t(name === '' ? 'secret.open' : 'secret.openOwn')}</ProblemNotice>
  const told = make.data?.webhookSecret
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="body2" sx={{ color: color.text2 }}>
        {t(hasSecret ? 'secret.isSet' : 'secret.isMissing', { header: signatureHeader })}
      </Typography>
      {signature === 'hmac-sha256' ? (
        <ProblemNotice tone={handsOnUnsigned ? 'warning' : 'info'}>
          {t(handsOnUnsigned ? 'secret.handsOnUnsigned' : 'secret.bodyOnly')}
        </ProblemNotice>
      ) : null}
      {told === undefined || !hasSecret ? null : (
        <>
          <ProblemNotice tone="warning">{t('secret.once')}</ProblemNotice>
          <CodeLine label={t('secret.label')} text={told} />
        </>
      )}
      {hasSecret ? (
        <div>
          <Typography variant="body2" sx={{ color: color.text2, marginBottom: 0.5 }}>
            {t('secret.exampleText')}
          </Typography>
          <CodeLine label={t('secret.example')} text={example} />
        </div>
      ) : null}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button variant="outlined" loading={make.isPending} onClick={() => void makeOne()}>
          {t(hasSecret ? 'secret.replace' : 'secret.make')}
        </Button>
        {hasSecret ? (
          <Button color="error" loading={remove.isPending} onClick={() => remove.mutate(id, { onError })}>
            {t('secret.delete')}
          </Button>
        ) : null}
      </Box>
    </Box>
  )
}
