import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Modal from '@mui/material/Modal'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ProblemNotice } from '../../components/problem-notice.tsx'
import { SecretField } from '../../components/secret-field.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { storedSession, storedUsername } from '../../lib/session.ts'
import { isToken, signInWith } from '../../lib/sign-in.ts'
import { useTitle } from '../../lib/use-title.ts'
import { color } from '../../theme/tokens.ts'
import { LogoPicture } from './logo.tsx'

interface SignInPageProps {
  /** Somebody who may look elsewhere, too, can go back without signing in. */
  canLeave: boolean
  onClose: () => void
}

/**
 * A page of its own at the address one wanted to go to: signing in shows that address. What was open stays as it was behind
 * it, so that edits survive a sign-in that ended.
 */
export default function SignInPage({ canLeave, onClose }: SignInPageProps) {
  const { t } = useTranslation()
  const titleId = useId()
  useTitle(t('login.title'))
  return (
    // Above whatever was open; a modal keeps the keyboard and the screen reader out of it.
    <Modal
      open
      hideBackdrop
      {...(canLeave && { onClose })}
      sx={(theme) => ({ zIndex: theme.zIndex.tooltip + 1, backgroundColor: color.page })}
    >
      <Box
        component="main"
        aria-labelledby={titleId}
        sx={{ height: '100%', overflowY: 'auto', display: 'grid', placeItems: 'center', padding: 2, outline: 0 }}
      >
        <Box sx={{ width: '100%', maxWidth: 360, display: 'grid', gap: 3 }}>
          <LogoPicture />
          <Typography id={titleId} variant="h1">
            {t('login.title')}
          </Typography>
          <SignInForm onDone={onClose} />
          {canLeave ? <Button onClick={onClose}>{t('login.back')}</Button> : null}
        </Box>
      </Box>
    </Modal>
  )
}

function SignInForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [username, setUsername] = useState(storedUsername() ?? '')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [wasTried, setWasTried] = useState(false)
  const missing = (value: string) => (wasTried && value === '' ? t('state.required') : undefined)
  const signIn = async () => {
    setWasTried(true)
    if (username === '' || password === '') return
    setIsBusy(true)
    try {
      await signInWith({ username, password })
      onDone()
      void queryClient.resetQueries()
    } catch (error) {
      setProblem(error instanceof ApiError && error.status === 401 ? t('login.refused') : messageOf(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void signIn()
      }}
      sx={{ display: 'grid', gap: 2 }}
    >
      {problem === undefined ? (
        <Typography sx={{ color: color.text2 }}>{t(`login.${reasonToSignIn()}`)}</Typography>
      ) : (
        <ProblemNotice>{problem}</ProblemNotice>
      )}
      <TextInput
        label={t('login.username')}
        value={username}
        onChange={setUsername}
        autoComplete="username"
        error={missing(username)}
        autoFocus
      />
      <SecretField
        label={t('login.password')}
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        error={missing(password)}
      />
      <Button type="submit" variant="contained" loading={isBusy} sx={{ marginTop: 1 }}>
        {t('login.signIn')}
      </Button>
    </Box>
  )
}

/** A password that somebody stored by hand was tried and not accepted; a token has ended. */
function reasonToSignIn(): 'text' | 'ended' | 'refused' {
  const session = storedSession()
  if (!session) return 'text'
  return isToken(session.password) ? 'ended' : 'refused'
}
