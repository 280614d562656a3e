import { useTranslation } from 'react-i18next'

import { SwitchRow } from '../../../../components/switch-row.tsx'
import { TextInput } from '../../../../components/text-input.tsx'
import { patchJson } from '../../api/patch-chatflow.ts'
import { leads } from '../../model/config-parts.ts'
import { useShare } from '../share-context.ts'
import { ConfigSection } from './config-section.tsx'
import { useDraft } from './use-draft.ts'

const FIELDS = ['name', 'email', 'phone'] as const

/** Whether visitors say who they are before they ask. */
export function LeadsSection() {
  const { t } = useTranslation('share')
  const { chatflow, save } = useShare()
  const { value, change, isChanged } = useDraft(leads.read(chatflow.chatbotConfig))
  return (
    <ConfigSection
      title={t('leads.title')}
      isChanged={isChanged}
      onSave={() => void save(patchJson('chatbotConfig', () => leads.patch(value)))}
    >
      <SwitchRow
        label={t('leads.on')}
        help={t('leads.help')}
        isOn={value.isOn}
        onChange={(isOn) => change({ ...value, isOn, ...(isOn && !hasField(value) && { email: true }) })}
      />
      {value.isOn ? (
        <>
          {FIELDS.map((field) => (
            <SwitchRow
              key={field}
              label={t(`leads.${field}`)}
              isOn={value[field]}
              onChange={(isAsked) => change({ ...value, [field]: isAsked })}
            />
          ))}
          <TextInput
            label={t('leads.heading')}
            value={value.title}
            onChange={(title) => change({ ...value, title })}
            isOptional
          />
          <TextInput
            label={t('leads.success')}
            value={value.successMessage}
            onChange={(successMessage) => change({ ...value, successMessage })}
            isOptional
          />
        </>
      ) : null}
    </ConfigSection>
  )
}

function hasField(value: Record<(typeof FIELDS)[number], boolean>): boolean {
  return FIELDS.some((field) => value[field])
}
