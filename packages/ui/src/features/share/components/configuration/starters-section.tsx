import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import OutlinedInput from '@mui/material/OutlinedInput'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../../../components/labelled-icon-button.tsx'
import { patchJson } from '../../api/patch-chatflow.ts'
import { starterPrompts } from '../../model/config-parts.ts'
import { useShare } from '../share-context.ts'
import { ConfigSection } from './config-section.tsx'
import { useDraft } from './use-draft.ts'

/** Questions offered before the first one. */
export function StartersSection() {
  const { t } = useTranslation('share')
  const { chatflow, save } = useShare()
  const { value: prompts, change, isChanged } = useDraft(starterPrompts.read(chatflow.chatbotConfig))
  return (
    <ConfigSection
      title={t('starters.title')}
      text={t('starters.text')}
      isChanged={isChanged}
      onSave={() => {
        const written = prompts.filter((prompt) => prompt.trim() !== '')
        change(written)
        void save(patchJson('chatbotConfig', () => starterPrompts.patch(written)))
      }}
    >
      {prompts.map((prompt, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two prompts may read the same while one is being typed
        <Box key={index} sx={{ display: 'flex', gap: 1 }}>
          <OutlinedInput
            fullWidth
            value={prompt}
            inputProps={{ 'aria-label': t('starters.label', { number: index + 1 }) }}
            onChange={(event) => change(prompts.map((other, at) => (at === index ? event.target.value : other)))}
          />
          <LabelledIconButton
            label={t('starters.remove', { number: index + 1 })}
            onClick={() => change(prompts.filter((_, at) => at !== index))}
          >
            <IconX size={20} aria-hidden />
          </LabelledIconButton>
        </Box>
      ))}
      <div>
        <Button startIcon={<IconPlus size={20} aria-hidden />} onClick={() => change([...prompts, ''])}>
          {t('starters.add')}
        </Button>
      </div>
    </ConfigSection>
  )
}
