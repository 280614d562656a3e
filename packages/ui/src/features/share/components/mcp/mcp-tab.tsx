import type { McpServer } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

import { CodeLine } from '../../../../components/code-line.tsx'
import { CopyButton } from '../../../../components/copy-button.tsx'
import { ErrorState } from '../../../../components/error-state.tsx'
import { ProblemNotice } from '../../../../components/problem-notice.tsx'
import { SecretField } from '../../../../components/secret-field.tsx'
import { SwitchRow } from '../../../../components/switch-row.tsx'
import { messageOf } from '../../../../lib/api-error.ts'
import { confirm } from '../../../../state/confirm.ts'
import { notify } from '../../../../state/notifications.ts'
import { color } from '../../../../theme/tokens.ts'
import { useChangeMcpServer, useMcpServer, useOfferFlow, useRenewToken } from '../../api/use-mcp-server.ts'
import { mcpSettings } from '../../model/snippets.ts'
import { SnippetView } from '../snippets/snippet-view.tsx'
import { useShare } from '../share-context.ts'
import { ToolForm } from './tool-form.tsx'

/** The flow as a tool for assistants and agents: on or off, where it is, and what opens it. */
export function McpTab() {
  const { chatflow } = useShare()
  const { data: server, error, refetch } = useMcpServer(chatflow.id)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!server) return <Skeleton variant="rounded" height={160} />
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <OfferSwitch server={server} />
      {server.enabled ? <OfferedServer server={server} /> : null}
    </Box>
  )
}

function OfferSwitch({ server }: { server: McpServer }) {
  const { t } = useTranslation('share')
  const { chatflow } = useShare()
  const offer = useOfferFlow(chatflow.id)
  const change = useChangeMcpServer(chatflow.id)
  const onError = (error: unknown): void => {
    notify(t('saveFailed', { message: messageOf(error) }), { tone: 'error' })
  }
  return (
    <SwitchRow
      label={t('mcp.offer')}
      help={t('mcp.offerHelp')}
      isOn={server.enabled}
      isSaving={offer.isPending || change.isPending}
      onChange={(isOn) => {
        if (isOn) offer.mutate(undefined, { onError })
        else change.mutate({ enabled: false }, { onError })
      }}
    />
  )
}

function OfferedServer({ server }: { server: McpServer }) {
  const { t } = useTranslation('share')
  const { chatflow } = useShare()
  const { address, token, toolName, isReachable, isPublicUrl } = server
  return (
    <>
      {chatflow.access === 'owner' ? <ProblemNotice tone="warning">{t('mcp.ownerOnly')}</ProblemNotice> : null}
      {isReachable && isPublicUrl ? null : (
        <ProblemNotice tone="warning">{t(isReachable ? 'mcp.noPublicUrl' : 'mcp.unreachable')}</ProblemNotice>
      )}
      <div>
        <Typography variant="body2" sx={{ color: color.text2, marginBottom: 0.5 }}>
          {t('mcp.address')}
        </Typography>
        <CodeLine label={t('mcp.address')} text={address} />
      </div>
      <Token token={token} />
      <ToolForm key={`${toolName} ${server.description}`} server={server} />
      <SnippetView label={t('mcp.settings')} text={mcpSettings({ name: toolName, address, token })} />
    </>
  )
}

function Token({ token }: { token: string }) {
  const { t } = useTranslation('share')
  const { chatflow } = useShare()
  const renew = useRenewToken(chatflow.id)
  const askAndRenew = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('mcp.renewTitle'),
      description: t('mcp.renewText'),
      confirmButtonName: t('mcp.renew'),
      cancelButtonName: t('action.cancel', { ns: 'common' }),
      isDestructive: true,
    })
    if (!isSure) return
    renew.mutate(undefined, {
      onError: (error) => notify(t('saveFailed', { message: messageOf(error) }), { tone: 'error' }),
    })
  }
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <SecretField label={t('mcp.token')} help={t('mcp.tokenHelp')} value={token} onChange={() => undefined} readOnly />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <CopyButton text={token} label={t('mcp.copyToken')} hasWord />
        <Button loading={renew.isPending} onClick={() => void askAndRenew()}>
          {t('mcp.renew')}
        </Button>
      </Box>
    </Box>
  )
}
