import type { Channel } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'

import { CodeText } from '../../components/code-text.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { SecretField } from '../../components/secret-field.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { notify } from '../../state/notifications.ts'
import { color, type } from '../../theme/tokens.ts'
import { slackManifest } from './slack-manifest.ts'
import { useConnectChannel } from './use-channels.ts'

/** What to do in the other product, what to copy there, and what to paste here. */
export function SetupSteps({ channel }: { channel: Channel }) {
  const { t } = useTranslation('channels')
  return (
    <Box
      component="ol"
      sx={{ margin: 0, paddingLeft: 3, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {channel.kind === 'slack' ? <SlackApp channel={channel} /> : null}
      {channel.kind === 'telegram' ? <TelegramBot /> : null}
      {channel.kind === 'whatsapp' ? <WhatsAppNumber /> : null}
      <Tokens channel={channel} />
      {channel.kind === 'slack' ? (
        <>
          <Step title={t('slack.verifyTitle')}>{t('slack.verify')}</Step>
          <Step title={t('slack.inviteTitle')}>{t('slack.invite')}</Step>
        </>
      ) : null}
      {channel.kind === 'whatsapp' ? <Step title={t('whatsapp.tryTitle')}>{t('whatsapp.try')}</Step> : null}
      {channel.kind === 'telegram' ? (
        <Step title={t('telegram.tryTitle')}>
          {channel.status === 'connected' && channel.account !== null ? (
            <Link href={`https://t.me/${channel.account}`} target="_blank" rel="noreferrer">
              {`t.me/${channel.account}`}
            </Link>
          ) : (
            t('telegram.try')
          )}
        </Step>
      ) : null}
    </Box>
  )
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="li" sx={{ ...type.strong, '&::marker': { color: color.text2 } }}>
      <Typography variant="subtitle2" component="h3">
        {title}
      </Typography>
      <Typography component="div" variant="body2" sx={{ color: color.text2, display: 'grid', gap: 1, marginTop: 0.5 }}>
        {children}
      </Typography>
    </Box>
  )
}

function TelegramBot() {
  const { t } = useTranslation('channels')
  return (
    <Step title={t('telegram.makeTitle')}>
      <span>
        <Trans
          t={t}
          i18nKey="telegram.make"
          components={{ bot: <Link href="https://t.me/BotFather" target="_blank" rel="noreferrer" />, code: <code /> }}
        />
      </span>
    </Step>
  )
}

function WhatsAppNumber() {
  const { t } = useTranslation('channels')
  return (
    <Step title={t('whatsapp.makeTitle')}>
      <span>
        <Trans
          t={t}
          i18nKey="whatsapp.make"
          components={{ apps: <Link href="https://developers.facebook.com/apps" target="_blank" rel="noreferrer" /> }}
        />
      </span>
    </Step>
  )
}

/** What is pasted here, by the name that the credential has for it. */
const TOKENS = {
  telegram: [{ name: 'telegramBotToken', label: 'token', help: 'telegram.tokenHelp' }],
  slack: [
    { name: 'slackBotToken', label: 'token', help: 'slack.tokenHelp' },
    { name: 'slackSigningSecret', label: 'slack.secret', help: 'slack.secretHelp' },
  ],
  whatsapp: [
    { name: 'whatsAppPhoneNumberId', label: 'whatsapp.number', help: 'whatsapp.numberHelp', isShown: true },
    { name: 'whatsAppAccessToken', label: 'whatsapp.token', help: 'whatsapp.tokenHelp' },
    { name: 'whatsAppAppSecret', label: 'whatsapp.secret', help: 'whatsapp.secretHelp' },
  ],
} as const satisfies Record<Channel['kind'], readonly { name: string; label: string; help: string; isShown?: true }[]>

function SlackApp({ channel: { name, address } }: { channel: Channel }) {
  const { t } = useTranslation('channels')
  const manifest = slackManifest({ name, address })
  return (
    <>
      <Step title={t('slack.makeTitle')}>
        <span>
          <Trans
            t={t}
            i18nKey="slack.make"
            components={{ apps: <Link href="https://api.slack.com/apps?new_app=1" target="_blank" rel="noreferrer" /> }}
          />
        </span>
        <CodeText text={manifest} label={t('slack.manifest')} maxHeight={160} isExact />
        <div>
          <CopyButton text={manifest} />
        </div>
      </Step>
      <Step title={t('slack.installTitle')}>{t('slack.install')}</Step>
    </>
  )
}

function Tokens({ channel }: { channel: Channel }) {
  const { t } = useTranslation('channels')
  const connect = useConnectChannel()
  const [given, setGiven] = useState<Record<string, string>>({})
  const wanted = TOKENS[channel.kind]
  const isStored = channel.credentialId !== null
  const tokens = Object.fromEntries(wanted.map(({ name }) => [name, (given[name] ?? '').trim()]))
  const isWhole = Object.values(tokens).every((token) => token !== '')
  const tryThem = (): void =>
    connect.mutate(
      { channel, tokens: isWhole ? tokens : {} },
      {
        onSuccess: ({ account }) => {
          setGiven({})
          notify(t('state.connected', { account }))
        },
      },
    )
  return (
    <Step title={t(`${channel.kind}.pasteTitle`)}>
      {wanted.map((token) => {
        const field = {
          label: t(token.label),
          value: given[token.name] ?? '',
          onChange: (value: string) => setGiven((before) => ({ ...before, [token.name]: value })),
          help: t(token.help),
        }
        return 'isShown' in token ? (
          <TextInput key={token.name} {...field} />
        ) : (
          <SecretField key={token.name} {...field} isStored={isStored} />
        )
      })}
      {connect.error ? <ProblemNotice>{messageOf(connect.error)}</ProblemNotice> : null}
      <div>
        <Button variant="contained" loading={connect.isPending} disabled={!isWhole && !isStored} onClick={tryThem}>
          {t(channel.status === 'connected' ? 'reconnect' : 'connect')}
        </Button>
      </div>
      <span>{t('kept')}</span>
    </Step>
  )
}
