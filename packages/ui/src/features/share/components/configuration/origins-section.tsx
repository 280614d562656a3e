import { useTranslation } from 'react-i18next'

import { TextInput } from '../../../../components/text-input.tsx'
import { patchJson } from '../../api/patch-chatflow.ts'
import { allowedOrigins } from '../../model/config-parts.ts'
import { isOrigin } from '../../model/origin-problem.ts'
import { useShare } from '../share-context.ts'
import { ConfigSection } from './config-section.tsx'
import { useDraft } from './use-draft.ts'

/** The web sites that may embed the flow. */
export function OriginsSection() {
  const { t } = useTranslation('share')
  const { chatflow, save } = useShare()
  const { value, change, isChanged } = useDraft(allowedOrigins.read(chatflow.chatbotConfig))
  const wrong = value.origins.find((origin) => !isOrigin(origin))
  return (
    <ConfigSection
      title={t('origins.title')}
      text={t('origins.text')}
      isChanged={isChanged}
      onSave={() => {
        if (wrong === undefined) void save(patchJson('chatbotConfig', () => allowedOrigins.patch(value)))
      }}
    >
      <TextInput
        label={t('origins.label')}
        value={value.origins.join('\n')}
        onChange={(text) => change({ ...value, origins: text === '' ? [] : text.split('\n') })}
        placeholder="https://www.example.com"
        help={t('origins.help')}
        error={wrong === undefined ? undefined : t('origins.wrong', { origin: wrong })}
        multiline
        minRows={2}
        maxRows={8}
      />
      {value.origins.length === 0 ? null : (
        <TextInput
          label={t('origins.message')}
          value={value.message}
          onChange={(message) => change({ ...value, message })}
          isOptional
        />
      )}
    </ConfigSection>
  )
}
