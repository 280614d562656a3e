import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import { IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { Markdown } from '../../../../components/markdown/markdown.tsx'
import type { BotLook } from '../../../../lib/bot-config/bot-config.ts'
import { lookValues } from '../../../../lib/bot-config/look-values.ts'
import { themeFor } from '../../../../lib/bot-config/readable-on.ts'
import { color, radius, type } from '../../../../theme/tokens.ts'

/** The page in small, as the form has it this moment. */
export function LookPreview({ look, name }: { look: BotLook; name: string }) {
  const { t } = useTranslation('share')
  const values = lookValues(look)
  return (
    <Box
      role="img"
      aria-label={t('look.preview')}
      data-theme={themeFor(look.backgroundColor)}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        height: 420,
        overflow: 'hidden',
        border: `1px solid ${color.line}`,
        borderRadius: radius.card,
        backgroundColor: values.ground || color.paper,
        color: color.text,
        fontSize: values.fontSize,
        lineHeight: 1.5,
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          minHeight: 48,
          padding: '8px 12px',
          ...type.card,
          backgroundColor: values.head || color.paper,
          color: values.headText || color.text,
          borderBottom: `1px solid ${color.line}`,
        }}
      >
        {look.titleAvatarSrc === '' ? null : <Avatar src={look.titleAvatarSrc} alt="" sx={{ width: 28, height: 28 }} />}
        <Box sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{look.title || name}</Box>
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', gap: 1.5, padding: 1.5 }}>
        <BotLine look={look} text={look.welcomeMessage || t('look.sampleWelcome')} />
        <Box
          sx={{
            alignSelf: 'flex-end',
            maxWidth: '85%',
            padding: '8px 12px',
            borderRadius: radius.card,
            backgroundColor: values.user || color.primarySoft,
            color: values.userText || color.text,
          }}
        >
          {t('look.sampleQuestion')}
        </Box>
        <BotLine look={look} text={t('look.sampleAnswer')} />
      </Box>
      <Box sx={{ padding: 1.5 }}>
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            padding: '4px 4px 4px 12px',
            border: `1px solid ${color.control}`,
            borderRadius: radius.card,
            backgroundColor: values.input || color.paper,
            color: values.inputHint || color.text3,
          }}
        >
          <Box sx={{ flex: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {look.textInput.placeholder || t('look.samplePlaceholder')}
          </Box>
          <Box
            sx={{
              display: 'grid',
              placeItems: 'center',
              width: 36,
              height: 36,
              borderRadius: radius.card,
              backgroundColor: values.accent || color.primary,
              color: values.onAccent || color.onPrimary,
            }}
          >
            <IconArrowUp size={20} aria-hidden />
          </Box>
        </Box>
      </Box>
    </Box>
  )
}

function BotLine({ look, text }: { look: BotLook; text: string }) {
  const { botMessage } = look
  const { bot, botText } = lookValues(look)
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      {botMessage.showAvatar ? <Avatar src={botMessage.avatarSrc} alt="" sx={{ width: 28, height: 28 }} /> : null}
      <Box
        sx={{
          minWidth: 0,
          borderRadius: radius.card,
          color: botText || color.text,
          ...(bot !== '' && { backgroundColor: bot, padding: '8px 12px' }),
        }}
      >
        <Markdown text={text} />
      </Box>
    </Box>
  )
}
