import { expect, test } from 'vitest'

import { botLookVariables } from '../features/chat/components/bot/bot-look.ts'
import chat from '../i18n/en/chat.ts'
import share from '../i18n/en/share.ts'
import { lookVariables } from './look.ts'
import { textsFor } from './texts.ts'
import { readBotLook } from '../lib/bot-config/bot-config.ts'
import { lookValues } from '../lib/bot-config/look-values.ts'

const look = readBotLook({
  titleBackgroundColor: '#123456',
  backgroundColor: '#000000',
  botMessage: { backgroundColor: '#ffffff' },
  userMessage: { backgroundColor: '#0f4f9a', textColor: '#fedcba' },
  textInput: { sendButtonColor: '#ffee00' },
})

test('a text whose colour nobody chose is readable on its ground', () => {
  expect(lookValues(look)).toMatchObject({
    headText: '#FFFFFF',
    botText: '#17202B',
    userText: '#fedcba',
    onAccent: '#17202B',
    footText: '#FFFFFF',
    input: '',
  })
})

test('page and widget are drawn with the same values, and say the same greeting as the preview', () => {
  const values = lookValues(look)
  expect(botLookVariables(look)).toMatchObject({
    '--chat-accent': values.accent,
    '--chat-head-ground': values.head,
    '--chat-bot-text': values.botText,
  })
  expect(lookVariables(look)).toMatchObject({
    '--accent': values.accent,
    '--head': values.head,
    '--text': values.botText,
  })
  expect(new Set([chat.bot.welcome, share.look.sampleWelcome, textsFor('en').welcome]).size).toBe(1)
})
