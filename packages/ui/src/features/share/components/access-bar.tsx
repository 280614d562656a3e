import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { rateLimit } from '../model/config-parts.ts'
import { FirstShare } from './first-share.tsx'
import { useShare } from './share-context.ts'

/** Who may ask the flow, above every way to reach it; where it is closed, one click opens it, the first time with limits. */
export function AccessBar() {
  const { t } = useTranslation('share')
  const { chatflow, save, isSaving } = useShare()
  const { access } = chatflow
  const next = access === 'open' ? 'owner' : 'open'
  const [isProposing, setIsProposing] = useState(false)
  const notice = (
    <ProblemNotice
      tone={access === 'owner' ? 'warning' : 'info'}
      action={
        <Button
          size="small"
          variant={access === 'open' ? 'text' : 'outlined'}
          color="inherit"
          // Not disabled while it is saved: it would lose the focus, and the dialog its keys.
          onClick={() => {
            if (isSaving) return
            if (next === 'open' && !rateLimit.isDecided(chatflow.apiConfig)) setIsProposing(true)
            else void save(() => ({ access: next }))
          }}
        >
          {t(next === 'open' ? 'access.openIt' : 'access.close')}
        </Button>
      }
    >
      <strong>{`${t('access.title')}: ${t(`access.word.${access}`)}.`}</strong> {t(`access.text.${access}`)}
    </ProblemNotice>
  )
  return isProposing && access !== 'open' ? (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {notice}
      <FirstShare onClose={() => setIsProposing(false)} />
    </Box>
  ) : (
    notice
  )
}
