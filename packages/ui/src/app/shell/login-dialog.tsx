import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { FormDialog } from '../../components/form-dialog.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { SecretField } from '../../components/secret-field.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { storedUsername, storeSession } from '../../lib/session.ts'
import { useLogin } from '../../state/login.ts'
import { color } from '../../theme/tokens.ts'

/** Asks for username and password when the server answers 401, then tries everything again. */
export default function LoginDialog() {
  const { t } = useTranslation()
  const { wasRefused, close } = useLogin()
  const queryClient = useQueryClient()
  const [username, setUsername] = useState(storedUsername() ?? '')
  const [password, setPassword] = useState('')
  const signIn = () => {
    if (username === '' || password === '') return
    storeSession({ username, password })
    close()
    void queryClient.resetQueries()
  }
  return (
    <FormDialog open title={t('login.title')} onClose={close} onSubmit={signIn} submitLabel={t('login.signIn')}>
      <Box sx={{ display: 'grid', gap: 2 }}>
        {wasRefused ? (
          <ProblemNotice>{t('login.refused')}</ProblemNotice>
        ) : (
          <Typography sx={{ color: color.text2 }}>{t('login.text')}</Typography>
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
