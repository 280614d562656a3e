import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'

import { CredentialsTab } from './components/credentials-tab.tsx'
import { VariablesTab } from './components/variables-tab.tsx'

/** Credentials, and as a second tab the variables that flows share. */
export default function CredentialsScreen() {
  const { t } = useTranslation('credentials')
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'variables' ? 'variables' : 'credentials'
  const tabs = (
    <Tabs
      value={tab}
      aria-label={t('tabs.label')}
      onChange={(_, next: string) => setParams(next === 'variables' ? { tab: next } : {}, { replace: true })}
    >
      <Tab value="credentials" label={t('tabs.credentials')} />
      <Tab value="variables" label={t('tabs.variables')} />
    </Tabs>
  )
  return tab === 'credentials' ? <CredentialsTab tabs={tabs} /> : <VariablesTab tabs={tabs} />
}
