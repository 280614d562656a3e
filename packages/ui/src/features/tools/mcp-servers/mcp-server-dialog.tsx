import type { CustomMcpServer } from '@chatwright/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ChoiceInput } from '../../../components/choice-input.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { SecretField } from '../../../components/secret-field.tsx'
import { TextInput } from '../../../components/text-input.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { notify } from '../../../state/notifications.ts'
import { useConnectMcpServer, useSaveMcpServer } from './use-mcp-servers.ts'

type AuthType = CustomMcpServer['authType']
const AUTH_TYPES: readonly AuthType[] = ['NONE', 'OAUTH', 'CUSTOM_HEADERS']

/** Name, address, and how this server signs in there. Saved, it is connected at once. */
export function McpServerDialog({ server, onClose }: { server: CustomMcpServer | undefined; onClose: () => void }) {
  const { t } = useTranslation('mcp-servers')
  const save = useSaveMcpServer()
  const connect = useConnectMcpServer()
  const [firstHeader = ''] = Object.keys(server?.authConfig.headers ?? {})
  const [name, setName] = useState(server?.name ?? '')
  const [serverUrl, setServerUrl] = useState(server?.serverUrl ?? '')
  const [authType, setAuthType] = useState<AuthType>(server?.authType ?? 'NONE')
  const [header, setHeader] = useState(firstHeader || 'Authorization')
  const [value, setValue] = useState('')
  const [clientId, setClientId] = useState(server?.authConfig.clientId ?? '')
  const [clientSecret, setClientSecret] = useState('')
  const [scope, setScope] = useState(server?.authConfig.scope ?? '')
  const [isTried, setIsTried] = useState(false)
  const isAddress = URL.canParse(serverUrl) && /^https?:/.test(serverUrl)
  // A value is kept under the name of its header: under another name nothing is stored.
  const keptValue = server?.authConfig.headers?.[header.trim()]
  const lacksValue = authType === 'CUSTOM_HEADERS' && value === '' && keptValue === undefined
  const lacksHeader = authType === 'CUSTOM_HEADERS' && header.trim() === ''
  const failure = save.error ?? connect.error
  const authConfig = (): CustomMcpServer['authConfig'] => {
    const { headers: kept = {}, clientSecret: keptSecret } = server?.authConfig ?? {}
    if (authType === 'CUSTOM_HEADERS') {
      const { [firstHeader]: _, ...others } = kept
      return { headers: { ...others, [header.trim()]: value === '' ? (keptValue ?? '') : value } }
    }
    if (authType === 'NONE') return {}
    const secret = clientSecret === '' ? keptSecret : clientSecret
    return {
      ...(clientId.trim() !== '' && { clientId: clientId.trim() }),
      ...(secret !== undefined && { clientSecret: secret }),
      ...(scope.trim() !== '' && { scope: scope.trim() }),
    }
  }
  const submit = (): void => {
    setIsTried(true)
    if (name.trim() === '' || !isAddress || lacksHeader || lacksValue) return
    save.mutate(
      { id: server?.id, name: name.trim(), serverUrl, authType, authConfig: authConfig() },
      {
        onSuccess: ({ id }) =>
          connect.mutate(id, {
            onSuccess: ({ authorizationUrl, toolCount }) => {
              if (authorizationUrl !== null) return
              notify(t('connected', { name: name.trim(), count: toolCount }))
              onClose()
            },
            onError: (error) => {
              notify(messageOf(error), { tone: 'error' })
              onClose()
            },
          }),
      },
    )
  }
  return (
    <FormDialog
      open
      title={server ? t('edit', { name: server.name }) : t('add')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={t('saveAndConnect')}
      isBusy={save.isPending || connect.isPending}
    >
      <div style={{ display: 'grid', gap: 16 }}>
        {failure ? <ProblemNotice>{messageOf(failure)}</ProblemNotice> : null}
        <TextInput
          label={t('name')}
          value={name}
          onChange={setName}
          inputProps={{ maxLength: 100 }}
          error={isTried && name.trim() === '' ? t('nameMissing') : undefined}
        />
        <TextInput
          label={t('address')}
          value={serverUrl}
          placeholder="https://example.com/mcp"
          onChange={setServerUrl}
          help={t('addressHelp')}
          error={isTried && !isAddress ? t('addressWrong') : undefined}
        />
        <ChoiceInput
          label={t('auth.title')}
          value={authType}
          choices={AUTH_TYPES.map((each) => ({
            value: each,
            label: t(`auth.${each}`),
            description: t(`authHelp.${each}`),
          }))}
          onChange={(next) => setAuthType(AUTH_TYPES.find((each) => each === next) ?? 'NONE')}
        />
        {authType === 'CUSTOM_HEADERS' ? (
          <>
            <TextInput
              label={t('header')}
              value={header}
              onChange={setHeader}
              error={isTried && lacksHeader ? t('headerMissing') : undefined}
            />
            <SecretField
              label={t('headerValue')}
              value={value}
              isStored={keptValue !== undefined}
              placeholder="Bearer …"
              onChange={setValue}
              error={isTried && lacksValue ? t('headerValueMissing') : undefined}
            />
          </>
        ) : null}
        {authType === 'OAUTH' ? (
          <>
            <TextInput
              label={t('clientId')}
              value={clientId}
              isOptional
              onChange={setClientId}
              help={t('clientIdHelp')}
            />
            <SecretField
              label={t('clientSecret')}
              value={clientSecret}
              isStored={server?.authConfig.clientSecret !== undefined}
              isOptional
              onChange={setClientSecret}
            />
            <TextInput label={t('scope')} value={scope} isOptional onChange={setScope} help={t('scopeHelp')} />
          </>
        ) : null}
      </div>
    </FormDialog>
  )
}
