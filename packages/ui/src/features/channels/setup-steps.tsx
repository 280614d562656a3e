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
import { messageOf } from '../../lib/api-error.ts'
import { notify } from '../../state/notifications.ts'
import { color, type } from '../../theme/tokens.ts'
import { slackManifest } from './slack-manifest.ts'
import { useConnectChannel } from './use-channels.ts'

/** What to do in the other product, what to copy there, and what to paste here. */
export function SetupSteps({ channel }: { channel: Channel }) {
  const { t } = useTranslation('channels')
  const isSlack = channel.kind === 'slack'
  return (
    <Box
      component="ol"
      sx={{ margin: 0, paddingLeft: 3, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {isSlack ? <SlackApp channel={channel} /> : <TelegramBot />}
      <Tokens channel={channel} />
      {isSlack ? (
        <>
          <Step title={t('slack.verifyTitle')}>{t('slack.verify')}</Step>
          <Step title={t('slack.inviteTitle')}>{t('slack.invite')}</Step>
        </>
      ) : (
        <Step title={t('telegram.tryTitle')}>
          {channel.status === 'connected' && channel.account !== null ? (
            <Link href={`https://t.me/${channel.account}`} target="_blank" rel="noreferrer">
              {`t.me/${channel.account}`}
            </Link>
          ) : (
            t('telegram.try')
          )}
        </Step>
      )}
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
  const [bot, setBot] = useState('')
  const [signing, setSigning] = useState('')
  const isSlack = channel.kind === 'slack'
  const isStored = channel.credentialId !== null
  const isWhole = bot.trim() !== '' && (!isSlack || signing.trim() !== '')
  const tokens = isSlack
    ? { slackBotToken: bot.trim(), slackSigningSecret: signing.trim() }
    : { telegramBotToken: bot.trim() }
  const tryThem = (): void =>
    connect.mutate(
      { channel, tokens: isWhole ? tokens : {} },
      {
        onSuccess: ({ account }) => {
          setBot('')
          setSigning('')
          notify(t('state.connected', { account }))
        },
      },
    )
  return (
    <Step title={t(isSlack ? 'slack.pasteTitle' : 'telegram.pasteTitle')}>
      <SecretField
        label={t('token')}
        value={bot}
        isStored={isStored}
        onChange={setBot}
        help={t(isSlack ? 'slack.tokenHelp' : 'telegram.tokenHelp')}
      />
      {isSlack ? (
        <SecretField
          label={t('slack.secret')}
          value={signing}
          isStored={isStored}
          onChange={setSigning}
          help={t('slack.secretHelp')}
        />
      ) : null}
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
