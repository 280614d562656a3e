import { enableSchedule, enableTriggers, enableWebhook, listSchedules, listWebhooks } from '@chatwright/contract'
import type { Webhook } from '@chatwright/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen, toldMessages } from '../../../test/render.tsx'
import type { Schedule } from './schedule-table.tsx'
import TriggersScreen from './triggers-screen.tsx'

afterEach(() => void vi.unstubAllGlobals())

const A_DATE = '2026-01-02T03:04:05.000Z'
const aSchedule = (rest: Partial<Schedule> = {}): Schedule => ({
  id: 'schedule-1',
  name: '',
  triggerType: 'AGENTFLOW',
  targetId: 'flow-1',
  nodeId: null,
  cronExpression: '30 9 * * 1-5',
  timezone: 'Europe/Berlin',
  enabled: true,
  scheduleInputMode: 'text',
  defaultInput: null,
  defaultForm: null,
  missed: 'once',
  overlap: 'skip',
  lastRunAt: null,
  nextRunAt: A_DATE,
  endDate: null,
  createdDate: A_DATE,
  updatedDate: A_DATE,
  flowName: 'Report',
  reason: null,
  ...rest,
})
const aWebhook = (rest: Partial<Webhook> = {}): Webhook => ({
  id: 'webhook-1',
  name: 'Orders',
  flowId: 'flow-2',
  flowName: 'Shop',
  address: 'https://a.example/api/v1/webhook/webhook-1',
  testAddress: 'https://a.example/api/v1/webhook-test/webhook-1',
  testUntil: null,
  method: 'POST',
  contentType: 'application/json',
  responseMode: 'sync',
  isSigned: true,
  signature: 'v2',
  goodForSeconds: 300,
  handsOnUnsigned: false,
  example: 'curl …',
  signatureHeader: 'x-signature',
  hasSecret: true,
  enabled: true,
  reason: null,
  lastDeliveryAt: null,
  ...rest,
})

function open(schedules: Schedule[], webhooks: Webhook[] = [], { isReachable = true } = {}) {
  const api = fakeApi()
  api.on(listSchedules, () => schedules)
  api.on(listWebhooks, () => ({ data: webhooks, isReachable, isPublicUrl: true }))
  return { api, show: () => renderScreen(<TriggersScreen />, { path: '/triggers' }) }
}

const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('tr') as HTMLElement

test('while either list loads the page says so, and counts nothing yet', async () => {
  const { api, show } = open([aSchedule()])
  api.hang(listWebhooks)
  show()
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Publish')
  expect(screen.queryByRole('button', { name: 'Pause all' })).toBeNull()
})

test('a list that cannot be read says why, and Retry reads both again', async () => {
  const { api, show } = open([aSchedule()])
  api.refuse(listWebhooks, 'The database is locked.')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The database is locked.')
  api.on(listWebhooks, () => ({ data: [aWebhook()], isReachable: true, isPublicUrl: true }))
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link', { name: 'Shop' })).toBeTruthy()
  expect(api.sent(listSchedules)).toHaveLength(2)
})

test('where nothing runs by itself, a webhook is added to a flow that is chosen', async () => {
  const { show } = open([])
  show()
  await screen.findByRole('heading', { name: 'No flow runs automatically yet' })
  const lead = screen.getByRole('button', { name: 'Add a webhook' })
  lead.focus()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('dialog', { name: 'New webhook' })).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Flow' })).toBeTruthy()
})

test('each says when it runs, why it cannot, and who may reach it', async () => {
  open(
    [
      aSchedule(),
      aSchedule({ id: 'two', flowName: 'Paused', enabled: false }),
      aSchedule({ id: 'three', flowName: 'Broken', reason: 'The cron expression is wrong.' }),
      aSchedule({ id: 'four', flowName: 'Over', nextRunAt: null }),
    ],
    [aWebhook()],
    { isReachable: false },
  ).show()
  expect((await rowOf('Report')).textContent).toContain('30 9 * * 1-5')
  expect((await rowOf('Paused')).textContent).toContain('Paused')
  expect((await rowOf('Over')).textContent).toContain('No runs left')
  const broken = await rowOf('Broken')
  expect(broken.textContent).toContain('The cron expression is wrong.')
  expect(within(broken).getByRole<HTMLInputElement>('switch').disabled).toBe(true)
  expect((await rowOf('Shop')).textContent).toContain('POST https://a.example/api/v1/webhook/webhook-1')
  expect(screen.getByText(/These addresses work on this machine only/)).toBeTruthy()
})

test('with the keys alone one is paused; what is refused is told, and the switch stays as it was', async () => {
  const { api, show } = open([aSchedule()], [aWebhook()])
  api.on(enableSchedule, () => ({}) as never)
  api.refuse(enableWebhook, 'Not now.')
  show()
  const schedule = await screen.findByRole('switch', { name: 'Run Report on schedule' })
  schedule.focus()
  await userEvent.keyboard(' ')
  await waitFor(() => expect(toldMessages()).toEqual(['Report is paused. Runs missed meanwhile are skipped.']))
  expect(api.sent(enableSchedule).map(({ params, body }) => [params.id, body.enabled])).toEqual([['schedule-1', false]])
  const webhook = screen.getByRole<HTMLInputElement>('switch', { name: 'Accept deliveries for Shop: Orders' })
  webhook.focus()
  await userEvent.keyboard(' ')
  await waitFor(() => expect(toldMessages()).toContain('Not now.'))
  expect(webhook.checked).toBe(true)
})

test('all are paused at once, or resumed where none runs', async () => {
  const { api, show } = open([aSchedule()], [aWebhook()])
  api.on(enableTriggers, () => ({ changed: 2 }))
  const { unmount } = show()
  await userEvent.click(await screen.findByRole('button', { name: 'Pause all' }))
  await waitFor(() => expect(toldMessages()).toEqual(['2 triggers are paused.']))
  unmount()
  const paused = open([aSchedule({ enabled: false })])
  paused.api.on(enableTriggers, () => ({ changed: 1 }))
  paused.show()
  await userEvent.click(await screen.findByRole('button', { name: 'Resume all' }))
  await waitFor(() => expect(paused.api.sent(enableTriggers).map(({ body }) => body)).toEqual([{ enabled: true }]))
})
