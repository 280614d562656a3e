import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { useShare } from './share-context.ts'

/** Who may ask the flow, above every way to reach it; where it is closed, one click opens it. */
export function AccessBar() {
  const { t } = useTranslation('share')
  const { chatflow, save, isSaving } = useShare()
  const { access } = chatflow
  const next = access === 'open' ? 'owner' : 'open'
  return (
    <ProblemNotice
      tone={access === 'owner' ? 'warning' : 'info'}
      action={
        <Button
          size="small"
          variant={access === 'open' ? 'text' : 'outlined'}
          color="inherit"
          // Not disabled while it is saved: it would lose the focus, and the dialog its keys.
          onClick={() => {
            if (!isSaving) void save(() => ({ access: next }))
          }}
        >
          {t(next === 'open' ? 'access.openIt' : 'access.close')}
        </Button>
      }
    >
      <strong>{`${t('access.title')}: ${t(`access.word.${access}`)}.`}</strong> {t(`access.text.${access}`)}
    </ProblemNotice>
  )
}
