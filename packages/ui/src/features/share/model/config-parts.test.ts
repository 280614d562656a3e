import { expect, test } from 'vitest'

import { plainLook, readBotLook } from '../../../lib/bot-config/bot-config.ts'
import {
  allowedOrigins,
  feedback,
  leads,
  overrideKey,
  overrides,
  rateLimit,
  recording,
  starterPrompts,
} from './config-parts.ts'
import { lookPatch } from './look-patch.ts'
import { isOrigin } from './origin-problem.ts'

test('each part reads back what it patched', () => {
  const limit = { isOn: true, max: '5', seconds: '60', message: 'Slow down' }
  const sites = { origins: ['https://a.example', 'b.example'], message: 'Not here' }
  const lead = { isOn: true, title: 'Who?', successMessage: '', name: true, email: true, phone: false }
  expect(rateLimit.read(JSON.stringify(rateLimit.patch(limit)))).toEqual(limit)
  expect(allowedOrigins.read(JSON.stringify(allowedOrigins.patch(sites)))).toEqual(sites)
  expect(starterPrompts.read(JSON.stringify(starterPrompts.patch(['One?', ' ', 'Two?'])))).toEqual(['One?', 'Two?'])
  expect(feedback.read(JSON.stringify(feedback.patch(true)))).toBe(true)
  expect(leads.read(JSON.stringify(leads.patch(lead)))).toEqual(lead)
  expect(recording.read(JSON.stringify(recording.patch(false)))).toBe(false)
})

test('nothing stored, or something broken, reads as switched off; recording is on until it is switched off', () => {
  expect(recording.read(null)).toBe(true)
  for (const stored of [null, '', 'not json', '[]', '{"rateLimit":7,"overrideConfig":[],"leads":"x"}']) {
    expect(rateLimit.read(stored)).toEqual({ isOn: false, max: '', seconds: '', message: '' })
    expect(overrides.read(stored)).toEqual({ isOn: false, open: new Set() })
    expect(allowedOrigins.read(stored)).toEqual({ origins: [], message: '' })
    expect(leads.read(stored).isOn).toBe(false)
  }
})

test('a rate limit of the older kind, without a switch, is on', () => {
  const stored = JSON.stringify({ rateLimit: { limitMax: 3, limitDuration: 10, limitMsg: 'Wait' } })
  expect(rateLimit.read(stored)).toEqual({ isOn: true, max: '3', seconds: '10', message: 'Wait' })
})

test('parameters are opened one by one, and opened variables stay', () => {
  const entries = [
    { node: 'ChatOpenAI', label: 'Temperature', name: 'temperature', type: 'number' },
    { node: 'ChatOpenAI', label: 'Model', name: 'modelName', type: 'string' },
  ]
  const current = { overrideConfig: { status: false, variables: [{ name: 'city', enabled: true }] } }
  const open = new Set([overrideKey({ node: 'ChatOpenAI', name: 'temperature' })])
  const patched = overrides.patch({ isOn: true, open }, { entries, current })
  expect(patched).toEqual({
    overrideConfig: {
      status: true,
      variables: [{ name: 'city', enabled: true }],
      nodes: {
        ChatOpenAI: [
          { label: 'Temperature', name: 'temperature', type: 'number', enabled: true },
          { label: 'Model', name: 'modelName', type: 'string', enabled: false },
        ],
      },
    },
  })
  expect(overrides.read(JSON.stringify(patched))).toEqual({ isOn: true, open })
})

test('a look reads back as it was saved, and unknown keys inside it survive', () => {
  const look = { ...plainLook, title: 'Aunt Molly', backgroundColor: '#fff7f0', generateNewSession: true }
  const patched = lookPatch(look, { textInput: { maxChars: 50 } })
  expect(readBotLook(patched)).toEqual(look)
  expect(patched['textInput']).toMatchObject({ maxChars: 50 })
})

test('a colour that is not a colour is not taken over into a style', () => {
  expect(readBotLook({ backgroundColor: 'url(https://evil.example/x)' }).backgroundColor).toBe('')
  expect(readBotLook({ backgroundColor: 'red; position: fixed' }).backgroundColor).toBe('')
  expect(readBotLook({ backgroundColor: 'rgb(1, 2, 3)' }).backgroundColor).toBe('rgb(1, 2, 3)')
})

test('sites are origins or hosts', () => {
  const good = ['https://www.example.com', 'http://localhost:3000', 'example.com', '*', '']
  const bad = ['https://example.com/path', 'ftp://example.com', 'isn’t a site', 'javascript:alert(1)']
  expect(good.map(isOrigin)).toEqual(good.map(() => true))
  expect(bad.map(isOrigin)).toEqual(bad.map(() => false))
})
