import Link from '@mui/material/Link'
import { listApiKeys } from '@chatwright/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'

import { ChoiceInput } from '../../../components/choice-input.tsx'
import { call } from '../../../lib/api.ts'
import { useShare } from './share-context.ts'

/** Which API key the flow requires. Choosing one is what makes the flow require it. */
export function KeyChoice({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation('share')
  const { chatflow, save } = useShare()
  const { apikeyid } = chatflow
  const keys = useQuery({ queryKey: ['api-keys'], queryFn: ({ signal }) => call(listApiKeys, { signal }) })
  const choices = (keys.data ?? []).map((key) => ({ value: key.id, label: key.keyName, description: key.apiKey }))
  const isUnknown = apikeyid !== null && keys.data !== undefined && !choices.some(({ value }) => value === apikeyid)
  return (
    <ChoiceInput
      label={t('key.label')}
      value={apikeyid ?? ''}
      choices={[
        ...(apikeyid === null ? [{ value: '', label: t('key.choose') }] : []),
        ...choices,
        ...(isUnknown ? [{ value: apikeyid, label: t('key.unknown') }] : []),
      ]}
      onChange={(chosen) => {
        if (chosen === '') return
        void save(() => ({ access: 'key', apikeyid: chosen })).then((isSaved) => isSaved && onChosen())
      }}
      help={
        <Link component={RouterLink} to="/apikey">
          {t('key.manage')}
        </Link>
      }
    />
  )
}
