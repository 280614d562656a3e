import Link from '@mui/material/Link'
import { listApiKeys } from '@chatwright/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'

import { ChoiceInput } from '../../../../components/choice-input.tsx'
import { call } from '../../../../lib/api.ts'
import { useShare } from '../share-context.ts'
import { ConfigSection } from './config-section.tsx'

const NO_KEY = 'none'

/** Whether the flow demands an API key, and which. */
export function KeySection() {
  const { t } = useTranslation('share')
  const { chatflow, save } = useShare()
  const keys = useQuery({ queryKey: ['api-keys'], queryFn: ({ signal }) => call(listApiKeys, { signal }) })
  const choices = (keys.data ?? []).map((key) => ({ value: key.id, label: key.keyName, description: key.apiKey }))
  const isKnown = chatflow.apikeyid === null || choices.some((choice) => choice.value === chatflow.apikeyid)
  return (
    <ConfigSection title={t('key.title')} text={t('key.text')}>
      <ChoiceInput
        label={t('key.label')}
        value={chatflow.apikeyid ?? NO_KEY}
        choices={[
          { value: NO_KEY, label: t('key.none') },
          ...choices,
          ...(isKnown || chatflow.apikeyid === null ? [] : [{ value: chatflow.apikeyid, label: t('key.unknown') }]),
        ]}
        onChange={(chosen) => void save(() => ({ apikeyid: chosen === NO_KEY ? null : chosen }))}
        help={
          <Link component={RouterLink} to="/apikey">
            {t('key.manage')}
          </Link>
        }
      />
    </ConfigSection>
  )
}
