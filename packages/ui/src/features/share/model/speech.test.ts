import type { Chatflow } from '@chatwright/contract'
import { expect, test } from 'vitest'

import { OFF, readSpeech, speechChange, speechOf } from './speech.ts'

const stored = JSON.stringify({
  openAIWhisper: { status: true, credentialId: 'c1', language: 'de', prompt: 'names' },
  groqWhisper: { status: false, credentialId: 'c2' },
})

const changed = (config: Parameters<typeof speechChange>[1]) =>
  JSON.parse(speechChange('speechToText', config)({ speechToText: stored } as Chatflow).speechToText ?? '') as unknown

test('the provider that is switched on is read, with what is kept for it', () => {
  expect(readSpeech(stored)).toMatchObject({
    provider: 'openAIWhisper',
    fields: { credentialId: 'c1', language: 'de' },
  })
  expect(readSpeech(null)).toMatchObject({ provider: OFF, fields: { credentialId: '' } })
  expect(speechOf(stored, 'groqWhisper').fields['credentialId']).toBe('c2')
})

test('choosing another one switches the first off and loses nothing of it', () => {
  const config = speechOf(stored, 'groqWhisper')
  expect(changed({ ...config, fields: { ...config.fields, model: ' own ' } })).toEqual({
    openAIWhisper: { status: false, credentialId: 'c1', language: 'de', prompt: 'names' },
    groqWhisper: { status: true, credentialId: 'c2', baseUrl: '', model: 'own', language: '', voice: '' },
  })
})

test('nobody at all switches all of them off', () => {
  expect(changed(speechOf(stored, OFF))).toEqual({
    openAIWhisper: { status: false, credentialId: 'c1', language: 'de', prompt: 'names' },
    groqWhisper: { status: false, credentialId: 'c2' },
  })
})
