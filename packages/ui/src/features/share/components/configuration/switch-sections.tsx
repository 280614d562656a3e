import { useTranslation } from 'react-i18next'

import { SwitchRow } from '../../../../components/switch-row.tsx'
import { patchJson } from '../../api/patch-chatflow.ts'
import { feedback, fileUpload, recording } from '../../model/config-parts.ts'
import { useShare } from '../share-context.ts'
import { ConfigSection } from './config-section.tsx'

export function FeedbackSection() {
  const { t } = useTranslation('share')
  const { chatflow, save, isSaving } = useShare()
  return (
    <ConfigSection title={t('feedback.title')}>
      <SwitchRow
        label={t('feedback.on')}
        help={t('feedback.help')}
        isOn={feedback.read(chatflow.chatbotConfig)}
        isSaving={isSaving}
        onChange={(isOn) => void save(patchJson('chatbotConfig', () => feedback.patch(isOn)))}
      />
    </ConfigSection>
  )
}

export function RecordingSection() {
  const { t } = useTranslation('share')
  const { chatflow, save, isSaving } = useShare()
  return (
    <ConfigSection title={t('recording.title')}>
      <SwitchRow
        label={t('recording.on')}
        help={t('recording.help')}
        isOn={recording.read(chatflow.chatbotConfig)}
        isSaving={isSaving}
        onChange={(isOn) => void save(patchJson('chatbotConfig', () => recording.patch(isOn)))}
      />
    </ConfigSection>
  )
}

/** Kinds of files whose text can be read into a question. */
const READABLE_TYPES = [
  'text/plain',
  'text/markdown',
  'text/html',
  'text/csv',
  'application/json',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
]

export function FileUploadSection() {
  const { t } = useTranslation('share')
  const { chatflow, save, isSaving } = useShare()
  const stored = fileUpload.read(chatflow.chatbotConfig)
  const types = stored.types.length > 0 ? stored.types : READABLE_TYPES
  return (
    <ConfigSection title={t('files.title')}>
      <SwitchRow
        label={t('files.on')}
        help={t('files.help')}
        isOn={stored.isOn}
        isSaving={isSaving}
        onChange={(isOn) => void save(patchJson('chatbotConfig', () => fileUpload.patch({ isOn, types })))}
      />
    </ConfigSection>
  )
}
