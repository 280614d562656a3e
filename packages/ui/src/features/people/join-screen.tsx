import { readPasswordLink, usePasswordLink as givePassword } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'

import { ErrorState } from '../../components/error-state.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { SecretField } from '../../components/secret-field.tsx'
import { call } from '../../lib/api.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { signInWith } from '../../lib/sign-in.ts'
import { useTitle } from '../../lib/use-title.ts'
import { color } from '../../theme/tokens.ts'

const SHORTEST = 10

/** Where an invitation leads. The token stands behind the #, so that it reaches no log of a server or proxy. */
export default function JoinScreen() {
  const { t } = useTranslation('people')
  useTitle(t('join.title'))
  const token = useLocation().hash.slice(1)
  const link = useQuery({
    queryKey: ['password-link', token],
    queryFn: ({ signal }) => call(readPasswordLink, { body: { token }, signal }),
    retry: false,
    refetchOnWindowFocus: false,
  })
  const isEnded = link.error instanceof ApiError && link.error.code === 'password-link-ended'
  return (
    <Box component="main" sx={{ minHeight: '100%', display: 'grid', placeItems: 'center', padding: 2 }}>
      <Box sx={{ width: '100%', maxWidth: 400, display: 'grid', gap: 2 }}>
        <Typography variant="h1">{t(isEnded ? 'join.endedTitle' : 'join.title')}</Typography>
        {isEnded ? <Typography sx={{ color: color.text2 }}>{t('join.endedText')}</Typography> : null}
        {link.error && !isEnded ? <ErrorState error={link.error} onRetry={() => void link.refetch()} /> : null}
        {link.data ? <PasswordForm token={token} {...link.data} /> : null}
      </Box>
    </Box>
  )
}

interface PasswordFormProps {
  token: string
  name: string
  login: string
  hasJoined: boolean
}

function PasswordForm({ token, name, login, hasJoined }: PasswordFormProps) {
  const { t } = useTranslation('people')
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [isTried, setIsTried] = useState(false)
  const give = useMutation({
    mutationFn: async () => {
      await call(givePassword, { body: { token, password } })
      await signInWith({ username: login, password })
    },
    onSuccess: () => navigate('/', { replace: true }),
  })
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (password.length >= SHORTEST && !give.isPending) give.mutate()
      }}
      sx={{ display: 'grid', gap: 2 }}
    >
      <Typography sx={{ color: color.text2, overflowWrap: 'anywhere' }}>
        {hasJoined ? t('join.reset', { login }) : t('join.welcome', { name, login })}
      </Typography>
      {/* So that a password manager stores the password under the right name. */}
      <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
      <SecretField
        label={t('join.password')}
        help={t('join.passwordHelp')}
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        error={isTried && password.length < SHORTEST ? t('join.passwordHelp') : undefined}
      />
      {give.error ? <ProblemNotice>{messageOf(give.error)}</ProblemNotice> : null}
      <Button type="submit" variant="contained" loading={give.isPending}>
        {t('join.submit')}
      </Button>
    </Box>
  )
}
