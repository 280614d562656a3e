import { useTranslation } from 'react-i18next'

import { ChoiceInput } from '../../../../components/choice-input.tsx'
import { TextInput } from '../../../../components/text-input.tsx'
import { HEARERS, OFF, readSpeech, speechChange, speechOf } from '../../model/speech.ts'
import { useShare } from '../share-context.ts'
import { ConfigSection } from './config-section.tsx'
import { CredentialChoice } from './credential-choice.tsx'
import { useDraft } from './use-draft.ts'

/** Whether questions can be spoken, and who writes them down. */
export function HearingSection() {
  const { t } = useTranslation('share')
  const { chatflow, save } = useShare()
  const { value, change, isChanged } = useDraft(readSpeech(chatflow.speechToText))
  const hearer = isHearer(value.provider) ? value.provider : undefined
  const set = (name: string) => (text: string) => change({ ...value, fields: { ...value.fields, [name]: text } })
  const field = (name: string) => value.fields[name] ?? ''
  return (
    <ConfigSection
      title={t('speech.hearTitle')}
      isChanged={isChanged}
      onSave={() => void save(speechChange('speechToText', value))}
    >
      <ChoiceInput
        label={t('speech.hear')}
        value={value.provider}
        choices={[
          { value: OFF, label: t('speech.off') },
          ...Object.entries(HEARERS).map(([name, { label }]) => ({ value: name, label })),
        ]}
        onChange={(provider) => change(speechOf(chatflow.speechToText, provider))}
        help={t('speech.hearHelp')}
      />
      {hearer ? (
        <>
          <CredentialChoice
            kind={HEARERS[hearer].credential}
            value={field('credentialId')}
            onChange={set('credentialId')}
            error={hearer === 'localAISTT' ? undefined : t('speech.needed')}
          />
          {hearer === 'localAISTT' || hearer === 'openAIWhisper' ? (
            <TextInput
              label={t('speech.address')}
              value={field('baseUrl')}
              onChange={set('baseUrl')}
              isOptional={hearer === 'openAIWhisper'}
              help={hearer === 'openAIWhisper' ? t('speech.addressHelp') : undefined}
              error={hearer === 'localAISTT' && field('baseUrl').trim() === '' ? t('speech.addressNeeded') : undefined}
            />
          ) : null}
          {hearer === 'assemblyAiTranscribe' ? null : (
            <TextInput
              label={t('speech.model')}
              value={field('model')}
              onChange={set('model')}
              help={t('speech.modelHelp')}
              isOptional
            />
          )}
          <TextInput
            label={t('speech.language')}
            value={field('language')}
            onChange={set('language')}
            help={t('speech.languageHelp')}
            isOptional
          />
        </>
      ) : null}
    </ConfigSection>
  )
}

function isHearer(name: string): name is keyof typeof HEARERS {
  return Object.hasOwn(HEARERS, name)
}
