import { isSpeaker, speakers } from '@chatwright/core'
import { useTranslation } from 'react-i18next'

import { ChoiceInput } from '../../../../components/choice-input.tsx'
import { SwitchRow } from '../../../../components/switch-row.tsx'
import { TextInput } from '../../../../components/text-input.tsx'
import { OFF, readSpeech, speechChange, speechOf } from '../../model/speech.ts'
import { useShare } from '../share-context.ts'
import { ConfigSection } from './config-section.tsx'
import { CredentialChoice } from './credential-choice.tsx'
import { useDraft } from './use-draft.ts'

/** Whether answers can be listened to, and who speaks them. */
export function SpeakingSection() {
  const { t } = useTranslation('share')
  const { chatflow, save } = useShare()
  const { value, change, isChanged } = useDraft(readSpeech(chatflow.textToSpeech))
  const speaker = isSpeaker(value.provider) ? speakers[value.provider] : undefined
  const set = (name: string) => (text: string) => change({ ...value, fields: { ...value.fields, [name]: text } })
  return (
    <ConfigSection
      title={t('speech.speakTitle')}
      isChanged={isChanged}
      onSave={() => void save(speechChange('textToSpeech', value))}
    >
      <ChoiceInput
        label={t('speech.speak')}
        value={value.provider}
        choices={[
          { value: OFF, label: t('speech.off') },
          ...Object.entries(speakers).map(([name, { label }]) => ({ value: name, label })),
        ]}
        onChange={(provider) => change(speechOf(chatflow.textToSpeech, provider))}
        help={t('speech.speakHelp')}
      />
      {speaker ? (
        <>
          <CredentialChoice
            kind={speaker.credential}
            value={value.fields['credentialId'] ?? ''}
            onChange={set('credentialId')}
            error={t('speech.neededToSpeak')}
          />
          <TextInput
            label={t('speech.voice')}
            value={value.fields['voice'] ?? ''}
            onChange={set('voice')}
            help={t('speech.voiceHelp')}
            isOptional
          />
          <SwitchRow
            label={t('speech.autoPlay')}
            help={t('speech.autoPlayHelp')}
            isOn={value.autoPlay}
            onChange={(autoPlay) => change({ ...value, autoPlay })}
          />
        </>
      ) : null}
    </ConfigSection>
  )
}
