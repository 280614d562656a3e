import Box from '@mui/material/Box'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { SwitchRow } from '../../../../components/switch-row.tsx'
import { TextInput } from '../../../../components/text-input.tsx'
import { UntrustedProxyNotice } from '../../../../parts/untrusted-proxy/untrusted-proxy-notice.tsx'
import { patchJson } from '../../api/patch-chatflow.ts'
import { rateLimit } from '../../model/config-parts.ts'
import { isWholeNumber } from '../../model/first-limits.ts'
import { useShare } from '../share-context.ts'
import { ConfigSection } from './config-section.tsx'
import { useDraft } from './use-draft.ts'

/** How often one visitor may ask. */
export function RateLimitSection() {
  const { t } = useTranslation('share')
  const { chatflow, save } = useShare()
  const { value, change, isChanged } = useDraft(rateLimit.read(chatflow.apiConfig))
  const [wasTried, setWasTried] = useState(false)
  const errorOf = (text: string) => (isWholeNumber(text) ? undefined : t('rate.wrong'))
  return (
    <ConfigSection
      title={t('rate.title')}
      text={t('rate.text')}
      isChanged={isChanged}
      onSave={() => {
        setWasTried(true)
        if (value.isOn && !(isWholeNumber(value.max) && isWholeNumber(value.seconds))) return
        void save(patchJson('apiConfig', () => rateLimit.patch(value)))
      }}
    >
      <SwitchRow label={t('rate.on')} isOn={value.isOn} onChange={(isOn) => change({ ...value, isOn })} />
      {value.isOn ? (
        <>
          <UntrustedProxyNotice />
          <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 2 }}>
            <TextInput
              label={t('rate.max')}
              type="number"
              value={value.max}
              onChange={(max) => change({ ...value, max })}
              error={wasTried ? errorOf(value.max) : undefined}
            />
            <TextInput
              label={t('rate.seconds')}
              type="number"
              value={value.seconds}
              onChange={(seconds) => change({ ...value, seconds })}
              error={wasTried ? errorOf(value.seconds) : undefined}
            />
          </Box>
          <TextInput
            label={t('rate.message')}
            value={value.message}
            onChange={(message) => change({ ...value, message })}
            isOptional
          />
        </>
      ) : null}
    </ConfigSection>
  )
}
