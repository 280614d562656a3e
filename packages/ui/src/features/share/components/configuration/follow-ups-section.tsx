import { useTranslation } from 'react-i18next'

import { SwitchRow } from '../../../../components/switch-row.tsx'
import { TextInput } from '../../../../components/text-input.tsx'
import { followUpsChange, readFollowUps } from '../../model/follow-ups.ts'
import { useShare } from '../share-context.ts'
import { ConfigSection } from './config-section.tsx'
import { useDraft } from './use-draft.ts'

/** Whether answers come with suggestions of what to ask next, and who thinks of them. */
export function FollowUpsSection() {
  const { t } = useTranslation('share')
  const { chatflow, save } = useShare()
  const { value, change, isChanged } = useDraft(readFollowUps(chatflow))
  return (
    <ConfigSection title={t('followUps.title')} isChanged={isChanged} onSave={() => void save(followUpsChange(value))}>
      <SwitchRow
        label={t('followUps.on')}
        help={t('followUps.help')}
        isOn={value.isOn}
        onChange={(isOn) => change({ ...value, isOn })}
      />
      {value.isOn ? (
        <>
          <TextInput
            label={t('followUps.model')}
            value={value.modelName}
            onChange={(modelName) => change({ ...value, modelName })}
            placeholder={t('followUps.ownModel')}
            help={t('followUps.modelHelp')}
            isOptional
          />
          <TextInput
            label={t('followUps.prompt')}
            value={value.prompt}
            onChange={(prompt) => change({ ...value, prompt })}
            help={t('followUps.promptHelp')}
            isOptional
            multiline
            minRows={2}
            maxRows={8}
          />
        </>
      ) : null}
    </ConfigSection>
  )
}
