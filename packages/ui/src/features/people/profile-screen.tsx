import type { Profile } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { ErrorState } from '../../components/error-state.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { SecretField } from '../../components/secret-field.tsx'
import { TableSkeleton } from '../../components/table-skeleton.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { notify } from '../../state/notifications.ts'
import { color } from '../../theme/tokens.ts'
import { SignedInBrowsers } from '../../parts/signed-in-browsers/signed-in-browsers.tsx'
import { useChangePassword, useProfile, useRename } from './api/use-profile.ts'

const SHORTEST = 10

/** What is one's own: the name, the role, the password and the signed-in browsers. */
export default function ProfileScreen() {
  const { t } = useTranslation('people')
  const profile = useProfile()
  return (
    <>
      <PageHead title={t('profile.title')} />
      {profile.isPending ? (
        <TableSkeleton />
      ) : profile.isError ? (
        <ErrorState error={profile.error} onRetry={() => void profile.refetch()} />
      ) : (
        <Box sx={{ maxWidth: 480, display: 'grid', gap: 4 }}>
          <Facts profile={profile.data} />
          {profile.data.login === null ? (
            <Typography sx={{ color: color.text2 }}>{t('profile.operator')}</Typography>
          ) : (
            <>
              <NameForm key={profile.data.name} name={profile.data.name} />
              <PasswordForm login={profile.data.login} />
            </>
          )}
        </Box>
      )}
      {profile.isSuccess ? <SignedInBrowsers /> : null}
    </>
  )
}

function Facts({ profile: { login, role } }: { profile: Profile }) {
  const { t } = useTranslation('people')
  return (
    <Box component="dl" sx={{ margin: 0, display: 'grid', gap: 1 }}>
      {login === null ? null : <Fact label={t('profile.login')}>{login}</Fact>}
      <Fact label={t('role.label')}>
        {t(`role.${role}`)}
        <Typography variant="body2" component="span" sx={{ display: 'block', color: color.text2 }}>
          {t(`role.${role}Help`)}
        </Typography>
      </Fact>
    </Box>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Typography variant="caption" component="dt" sx={{ color: color.text3 }}>
        {label}
      </Typography>
      <Box component="dd" sx={{ margin: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </div>
  )
}

function Form({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      {children}
    </Box>
  )
}

function NameForm({ name }: { name: string }) {
  const { t } = useTranslation(['people', 'common'])
  const [value, setValue] = useState(name)
  const rename = useRename(() => notify(t('profile.saved')))
  const isEmpty = value.trim() === ''
  return (
    <Form onSubmit={() => (isEmpty ? undefined : rename.mutate(value.trim()))}>
      <TextInput
        label={t('profile.name')}
        value={value}
        onChange={setValue}
        autoComplete="name"
        error={isEmpty ? t('common:state.required') : undefined}
      />
      {rename.error ? <ProblemNotice>{messageOf(rename.error)}</ProblemNotice> : null}
      <Button type="submit" variant="outlined" loading={rename.isPending}>
        {t('profile.save')}
      </Button>
    </Form>
  )
}

function PasswordForm({ login }: { login: string }) {
  const { t } = useTranslation(['people', 'common'])
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [isTried, setIsTried] = useState(false)
  const change = useChangePassword(() => {
    setCurrent('')
    setPassword('')
    setIsTried(false)
    notify(t('profile.changed'))
  })
  const submit = () => {
    setIsTried(true)
    if (current !== '' && password.length >= SHORTEST) change.mutate({ current, password })
  }
  return (
    <Form onSubmit={submit}>
      <Typography variant="h3" component="h2">
        {t('profile.password')}
      </Typography>
      <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
      <SecretField
        label={t('profile.current')}
        value={current}
        onChange={setCurrent}
        autoComplete="current-password"
        error={isTried && current === '' ? t('common:state.required') : undefined}
      />
      <SecretField
        label={t('profile.new')}
        help={t('join.passwordHelp')}
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        error={isTried && password.length < SHORTEST ? t('join.passwordHelp') : undefined}
      />
      {change.error ? <ProblemNotice>{messageOf(change.error)}</ProblemNotice> : null}
      <Button type="submit" variant="outlined" loading={change.isPending}>
        {t('profile.change')}
      </Button>
    </Form>
  )
}
