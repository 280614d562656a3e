import { FormDialog } from '../../components/form-dialog.tsx'
import { CodeLine } from '../../components/code-line.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { useTranslation } from 'react-i18next'

import { useWebhooks } from './use-webhooks.ts'

interface MadeSecretProps {
  id: string
  flowId: string
  name: string
  secret: string
  onClose: () => void
}

/** What a sender needs of a webhook that was just made: its address, and its secret this once. */
export function MadeSecret({ id, flowId, name, secret, onClose }: MadeSecretProps) {
  const { t } = useTranslation('triggers')
  const webhook = useWebhooks(flowId).data?.data.find((each) => each.id === id)
  return (
    <FormDialog open width="md" title={t('secret.made', { name })} onClose={onClose}>
      <div style={{ display: 'grid', gap: 16, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <ProblemNotice tone="warning">{t('secret.once')}</ProblemNotice>
        <CodeLine label={t('secret.label')} text={secret} />
        {webhook ? <CodeLine label={t('webhook.address')} text={webhook.address} /> : null}
      </div>
    </FormDialog>
  )
}
