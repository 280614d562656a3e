import type { Trigger } from '@chatwright/contract'
import { expect, test } from 'vitest'

import { NEW_FIELD } from './sent-field.ts'
import { draftOf, newDraft, valuesOf } from './trigger-draft.ts'

const kept: Trigger = {
  id: 't',
  flowId: 'f',
  kind: 'webhook',
  name: 'Shop',
  enabled: true,
  webhook: {
    question: 'An order',
    goodForSeconds: 60,
    deliveryHeader: 'x-order-id',
    fields: [
      { in: 'body', name: 'order', type: 'object', required: true },
      { in: 'query', name: 'shop' },
    ],
  },
  schedule: null,
  createdDate: '2026-11-16T00:00:00.000Z',
  updatedDate: '2026-11-16T00:00:00.000Z',
}

test('what the dialog does not show stays as it was', () => {
  const draft = { ...draftOf(kept), signature: 'hmac-sha256', method: 'PUT' }
  expect(draft).toMatchObject({ name: 'Shop', question: 'An order', goodForSeconds: '60' })
  expect(valuesOf(draft, kept)).toEqual({
    values: {
      kind: 'webhook',
      name: 'Shop',
      webhook: {
        question: 'An order',
        method: 'PUT',
        contentType: 'application/json',
        signature: 'hmac-sha256',
        goodForSeconds: 60,
        responseMode: 'sync',
        callbackUrl: '',
        deliveryHeader: 'x-order-id',
        fields: [
          { in: 'body', name: 'order', type: 'object', required: true },
          { in: 'query', name: 'shop', required: false },
        ],
      },
    },
  })
})

test('the field that cannot be saved is named', () => {
  const webhook = newDraft('webhook', 'UTC')
  expect(valuesOf(webhook, undefined)).toEqual({ problem: 'name' })
  expect(valuesOf({ ...webhook, name: 'A', goodForSeconds: '0' }, undefined)).toEqual({ problem: 'goodForSeconds' })
  const nameless = { ...webhook, name: 'A', fields: [NEW_FIELD] }
  expect(valuesOf(nameless, undefined)).toEqual({ problem: 'fields' })
  const schedule = { ...newDraft('schedule', 'Europe/Rome'), name: 'A' }
  expect(valuesOf({ ...schedule, form: '[1]' }, undefined)).toEqual({ problem: 'form' })
  expect(valuesOf({ ...schedule, form: '{"city":"Rome"}', question: '' }, undefined)).toMatchObject({
    values: { schedule: { cron: '0 9 * * *', timezone: 'Europe/Rome', endDate: null, form: { city: 'Rome' } } },
  })
})
