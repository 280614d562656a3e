import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'

import { ChoiceInput } from '../../../../components/choice-input.tsx'
import { useCredentials } from '../../../../components/credential-dialog/credential-api.ts'

interface CredentialChoiceProps {
  kind: string
  value: string
  onChange: (id: string) => void
  /** Said while none is chosen, or one that is gone. */
  error?: string | undefined
}

const NONE = 'none'

/** One of the stored credentials of a kind. */
export function CredentialChoice({ kind, value, onChange, error }: CredentialChoiceProps) {
  const { t } = useTranslation('share')
  const credentials = useCredentials()
  const choices = (credentials.data ?? [])
    .filter(({ credentialName }) => credentialName === kind)
    .map(({ id, name }) => ({ value: id, label: name }))
  const isKnown = value === '' || choices.some((choice) => choice.value === value)
  return (
    <ChoiceInput
      label={t('speech.credential')}
      value={value === '' ? NONE : value}
      choices={[
        { value: NONE, label: t('speech.noCredential') },
        ...choices,
        ...(isKnown ? [] : [{ value, label: t('speech.missing') }]),
      ]}
      onChange={(chosen) => onChange(chosen === NONE ? '' : chosen)}
      error={value === '' || (credentials.data && !isKnown) ? error : undefined}
      help={
        <Link component={RouterLink} to="/credentials">
          {t('speech.manage')}
        </Link>
      }
    />
  )
}
