import { expect, test } from 'vitest'

import { followUpsChange, readFollowUps } from './follow-ups.ts'

const saved = { isOn: true, modelName: 'gpt-small', prompt: 'After {history}' }

test('what is saved reads back, and the chat’s other settings survive', () => {
  const change = followUpsChange(saved)({ chatbotConfig: '{"title":"Molly"}', followUpPrompts: null })
  expect(JSON.parse(change.chatbotConfig ?? '')).toEqual({ title: 'Molly', followUpPrompts: { status: true } })
  expect(
    readFollowUps({
      chatbotConfig: change.chatbotConfig ?? null,
      followUpPrompts: change.followUpPrompts ?? null,
    }),
  ).toEqual(saved)
})

test('blanks are left to the defaults', () => {
  const change = followUpsChange({ isOn: false, modelName: ' ', prompt: '' })
  expect(change({ chatbotConfig: null, followUpPrompts: null }).followUpPrompts).toBe('{"status":false}')
})

test('a flow from elsewhere shows the words of its provider, and not that provider’s model', () => {
  const followUpPrompts = JSON.stringify({
    status: true,
    selectedProvider: 'chatAnthropic',
    chatAnthropic: { modelName: 'claude', prompt: 'Go on' },
  })
  const chatbotConfig = '{"followUpPrompts":{"status":true}}'
  expect(readFollowUps({ chatbotConfig, followUpPrompts })).toEqual({ isOn: true, modelName: '', prompt: 'Go on' })
})
