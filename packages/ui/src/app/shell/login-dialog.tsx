import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { FormDialog } from '../../components/form-dialog.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { SecretField } from '../../components/secret-field.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { storedSession, storedUsername } from '../../lib/session.ts'
import { signInWith } from '../../lib/sign-in.ts'
import { color } from '../../theme/tokens.ts'

/** Asks for username and password when the server answers 401, then tries everything again. */
export default function LoginDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [username, setUsername] = useState(storedUsername() ?? '')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const signIn = async () => {
    if (username === '' || password === '') return
    setIsBusy(true)
    try {
      await signInWith({ username, password })
      onClose()
      void queryClient.resetQueries()
    } catch (error) {
      setProblem(error instanceof ApiError && error.status === 401 ? t('login.refused') : messageOf(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <FormDialog
      open
      title={t('login.title')}
      onClose={onClose}
      onSubmit={() => void signIn()}
      submitLabel={t('login.signIn')}
      isBusy={isBusy}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {problem === undefined ? (
          <Typography sx={{ color: color.text2 }}>{storedSession() ? t('login.ended') : t('login.text')}</Typography>
        ) : (
          <ProblemNotice>{problem}</ProblemNotice>
        )}
        <TextInput
          label={t('login.username')}
          value={username}
          onChange={setUsername}
          autoComplete="username"
          autoFocus
        />
        <SecretField label={t('login.password')} value={password} onChange={setPassword} />
      </Box>
    </FormDialog>
  )
}
