import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { SwitchRow } from '../../../../components/switch-row.tsx'
import { TextInput } from '../../../../components/text-input.tsx'
import type { BotLook } from '../../../../lib/bot-config/bot-config.ts'
import { ColourInput } from './colour-input.tsx'

interface LookFieldsProps {
  look: BotLook
  onChange: (look: BotLook) => void
}

export function LookFields({ look, onChange }: LookFieldsProps) {
  const { t } = useTranslation('share')
  const set = (change: Partial<BotLook>) => onChange({ ...look, ...change })
  const setBot = (change: Partial<BotLook['botMessage']>) => set({ botMessage: { ...look.botMessage, ...change } })
  const setUser = (change: Partial<BotLook['userMessage']>) => set({ userMessage: { ...look.userMessage, ...change } })
  const setInput = (change: Partial<BotLook['textInput']>) => set({ textInput: { ...look.textInput, ...change } })
  return (
    <>
      <Group title={t('look.words')}>
        <TextInput label={t('look.title')} value={look.title} onChange={(title) => set({ title })} isOptional />
        <TextInput
          label={t('look.welcome')}
          value={look.welcomeMessage}
          onChange={(welcomeMessage) => set({ welcomeMessage })}
          help={t('look.markdown')}
          multiline
          minRows={2}
          isOptional
        />
        <TextInput
          label={t('look.placeholder')}
          value={look.textInput.placeholder}
          onChange={(placeholder) => setInput({ placeholder })}
          isOptional
        />
        <TextInput
          label={t('look.error')}
          value={look.errorMessage}
          onChange={(errorMessage) => set({ errorMessage })}
          help={t('look.errorHelp')}
          isOptional
        />
      </Group>
      <Group title={t('look.colours')} isGrid>
        <ColourInput
          label={t('look.background')}
          value={look.backgroundColor}
          onChange={(backgroundColor) => set({ backgroundColor })}
        />
        <ColourInput
          label={t('look.head')}
          value={look.titleBackgroundColor}
          onChange={(titleBackgroundColor) => set({ titleBackgroundColor })}
        />
        <ColourInput
          label={t('look.user')}
          value={look.userMessage.backgroundColor}
          onChange={(backgroundColor) => setUser({ backgroundColor })}
        />
        <ColourInput
          label={t('look.userText')}
          value={look.userMessage.textColor}
          onChange={(textColor) => setUser({ textColor })}
        />
        <ColourInput
          label={t('look.bot')}
          value={look.botMessage.backgroundColor}
          onChange={(backgroundColor) => setBot({ backgroundColor })}
        />
        <ColourInput
          label={t('look.botText')}
          value={look.botMessage.textColor}
          onChange={(textColor) => setBot({ textColor })}
        />
        <ColourInput
          label={t('look.input')}
          value={look.textInput.backgroundColor}
          onChange={(backgroundColor) => setInput({ backgroundColor })}
        />
        <ColourInput
          label={t('look.send')}
          value={look.textInput.sendButtonColor}
          onChange={(sendButtonColor) => setInput({ sendButtonColor })}
        />
      </Group>
      <Group title={t('look.more')}>
        <TextInput
          label={t('look.avatar')}
          value={look.titleAvatarSrc}
          onChange={(titleAvatarSrc) => set({ titleAvatarSrc })}
          placeholder="/favicon.svg"
          help={t('look.avatarHelp')}
          isOptional
        />
        <SwitchRow
          label={t('look.showBotAvatar')}
          isOn={look.botMessage.showAvatar}
          onChange={(showAvatar) => setBot({ showAvatar })}
        />
        {look.botMessage.showAvatar ? (
          <TextInput
            label={t('look.botAvatar')}
            value={look.botMessage.avatarSrc}
            onChange={(avatarSrc) => setBot({ avatarSrc })}
            placeholder="/favicon.svg"
            help={t('look.avatarHelp')}
          />
        ) : null}
        <TextInput
          label={t('look.fontSize')}
          type="number"
          value={String(look.fontSize)}
          onChange={(value) => set({ fontSize: Number(value) })}
          slotProps={{ input: { min: 12, max: 32 } }}
        />
        <SwitchRow
          label={t('look.newSession')}
          help={t('look.newSessionHelp')}
          isOn={look.generateNewSession}
          onChange={(generateNewSession) => set({ generateNewSession })}
        />
      </Group>
    </>
  )
}

function Group({ title, isGrid = false, children }: { title: string; isGrid?: boolean; children: ReactNode }) {
  return (
    <Box component="fieldset" sx={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle2" sx={{ marginBottom: 1.5, padding: 0 }}>
        {title}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: isGrid ? 'repeat(auto-fill, minmax(180px, 1fr))' : 'minmax(0, 1fr)',
        }}
      >
        {children}
      </Box>
    </Box>
  )
}
