import { hearers, isHearer } from '@chatwright/core'
import type { SpeechField, SpeechProvider } from '@chatwright/core'
import { useTranslation } from 'react-i18next'

import { ChoiceInput } from '../../../../components/choice-input.tsx'
import { TextInput } from '../../../../components/text-input.tsx'
import { OFF, readSpeech, speechChange, speechOf } from '../../model/speech.ts'
import { useShare } from '../share-context.ts'
import { ConfigSection } from './config-section.tsx'
import { CredentialChoice } from './credential-choice.tsx'
import { useDraft } from './use-draft.ts'

/** Whether questions can be spoken, and who writes them down. */
export function HearingSection() {
  const { t } = useTranslation('share')
  const { chatflow, save } = useShare()
  const { value, change, isChanged } = useDraft(readSpeech(chatflow.speechToText))
  const hearer: SpeechProvider | undefined = isHearer(value.provider) ? hearers[value.provider] : undefined
  const set = (name: string) => (text: string) => change({ ...value, fields: { ...value.fields, [name]: text } })
  const field = (name: string) => value.fields[name] ?? ''
  const isNeeded = (name: SpeechField) => hearer?.needs.includes(name) ?? false
  const isTaken = (name: SpeechField) => isNeeded(name) || (hearer?.takes.includes(name) ?? false)
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
          ...Object.entries(hearers).map(([name, { label }]) => ({ value: name, label })),
        ]}
        onChange={(provider) => change(speechOf(chatflow.speechToText, provider))}
        help={t('speech.hearHelp')}
      />
      {hearer ? (
        <>
          <CredentialChoice
            kind={hearer.credential}
            value={field('credentialId')}
            onChange={set('credentialId')}
            error={isNeeded('credentialId') ? t('speech.needed') : undefined}
          />
          {isTaken('baseUrl') ? (
            <TextInput
              label={t('speech.address')}
              value={field('baseUrl')}
              onChange={set('baseUrl')}
              isOptional={!isNeeded('baseUrl')}
              help={isNeeded('baseUrl') ? undefined : t('speech.addressHelp')}
              error={isNeeded('baseUrl') && field('baseUrl').trim() === '' ? t('speech.addressNeeded') : undefined}
            />
          ) : null}
          {isTaken('model') ? (
            <TextInput
              label={t('speech.model')}
              value={field('model')}
              onChange={set('model')}
              help={t('speech.modelHelp')}
              isOptional
            />
          ) : null}
          <TextInput
            label={t('speech.language')}
            value={field('language')}
            onChange={set('language')}
            help={t('speech.languageHelp', { example: hearer.language })}
            isOptional
          />
        </>
      ) : null}
    </ConfigSection>
  )
}
