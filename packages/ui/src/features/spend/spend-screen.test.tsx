import {
  createLimit,
  deleteLimit,
  deletePrice,
  getSpend,
  listApiKeys,
  listLimits,
  listPrices,
  setPrice,
} from '@chatwright/contract'
import type { Price, PriceList, Spend, SpendLimit, SpendSum } from '@chatwright/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen, toldMessages } from '../../../test/render.tsx'
import './components/limit-dialog.tsx'
import './components/price-dialog.tsx'
import SpendScreen from './spend-screen.tsx'

afterEach(() => void vi.unstubAllGlobals())

const A_DATE = '2026-01-02T03:04:05.000Z'
const sum = (rest: Partial<SpendSum> = {}): SpendSum => ({
  calls: 0,
  unpricedCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  seconds: 0,
  characters: 0,
  priceMicro: 0,
  ...rest,
})
const nothing: Spend = { total: sum(), days: [], flows: [], nodes: [], models: [], keys: [], tests: sum() }
const limit = (rest: Partial<SpendLimit> = {}): SpendLimit => ({
  id: 'limit-1',
  scope: 'instance',
  subject: null,
  period: 'month',
  unit: 'micro',
  amount: 5_000_000,
  createdDate: A_DATE,
  used: 1_000_000,
  reserved: 0,
  atLimit: 'stop',
  cheaperModel: null,
  asking: [],
  ...rest,
})
const price = (model: string, rest: Partial<Price> = {}): Price => ({
  model,
  since: '2026-01-01',
  input: 1,
  output: 2,
  cachedInput: 0.5,
  isOwn: false,
  ...rest,
})

interface Facts {
  spend?: Spend
  limits?: SpendLimit[]
  prices?: Price[]
  units?: PriceList['units']
  unknown?: string[]
}

function open({ spend = nothing, limits = [], prices = [], unknown = [], units = {} }: Facts = {}) {
  const api = fakeApi()
  api.on(getSpend, () => spend)
  api.on(listLimits, () => ({ items: limits }))
  api.on(listPrices, () => ({ items: prices, unknown, units }))
  return { api, show: () => renderScreen(<SpendScreen />, { path: '/spend' }) }
}

const choose = async (label: RegExp, option: string) => {
  await userEvent.click(screen.getByRole('combobox', { name: label }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}
const newLimit = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'New limit' }))
  return within(await screen.findByRole('dialog', { name: 'New limit' }))
}

test('it waits, then says why it cannot be read, and tries again', async () => {
  const { api, show } = open()
  api.hang(getSpend)
  const { unmount } = show()
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
  unmount()
  api.refuse(getSpend, 'The database is locked.')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The database is locked.')
  api.on(getSpend, () => nothing)
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText(/^No model calls in this period/)).toBeTruthy()
})

test('where nothing was spent there is no table, no plot and no limit', async () => {
  open().show()
  expect(await screen.findByText('No limits yet.')).toBeTruthy()
  expect(screen.getByText('0 model calls, 0 tokens')).toBeTruthy()
  expect(screen.queryByRole('figure')).toBeNull()
  expect(screen.queryByRole('table', { name: 'Flows' })).toBeNull()
})

test('sums say who is gone, what has no price, and what tests cost', async () => {
  const spent = sum({ calls: 3, unpricedCalls: 1, inputTokens: 1000, outputTokens: 500, priceMicro: 2_500_000 })
  open({
    spend: {
      total: spent,
      tests: sum({ calls: 1, priceMicro: 500_000 }),
      days: [
        { ...sum(), day: '2026-01-01' },
        { ...spent, day: '2026-01-02' },
      ],
      flows: [
        { ...spent, id: 'flow-1', name: 'Support' },
        { ...sum({ calls: 2, unpricedCalls: 2 }), id: 'flow-2', name: null },
      ],
      nodes: [{ ...spent, id: 'node-1', name: null, chatflowId: 'flow-1' }],
      models: [{ ...spent, id: 'gpt', name: 'gpt' }],
      keys: [{ ...spent, id: 'key-1', name: null }],
    },
  }).show()
  const rows = async (name: string) =>
    within(await screen.findByRole('table', { name }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent)
  expect(await screen.findByText('Of it, $0.50 for 1 call by tests and comparisons')).toBeTruthy()
  const [support, gone] = await rows('Flows')
  expect(support).toContain('$2.50 + price unknown')
  expect(gone).toContain('Deleted')
  expect(gone).toMatch(/price unknown$/)
  expect((await rows('Nodes'))[0]).toMatch(/^UnknownSupport/)
  expect((await rows('API keys'))[0]).toMatch(/^Deleted/)
  const plot = screen.getByRole('table', { name: 'Spend by day' })
  expect(plot.textContent).toContain('Jan 2$2.50')
})

test('where no price is known the days are told in tokens', async () => {
  const day = sum({ calls: 1, unpricedCalls: 1, inputTokens: 1200, outputTokens: 34 })
  open({ spend: { ...nothing, total: day, days: [{ ...day, day: '2026-01-02' }] } }).show()
  const plot = await screen.findByRole('table', { name: 'Spend by day' })
  expect(plot.textContent).toContain('Jan 21,234 tokens')
})

test('another period is asked for', async () => {
  const { api, show } = open()
  show()
  await userEvent.click(await screen.findByRole('button', { name: /Last 30 days/ }))
  await userEvent.click(await screen.findByText('Last 90 days'))
  await waitFor(() => expect(api.sent(getSpend).map(({ query }) => String(query.days))).toEqual(['30', '90']))
})

test('limits name whom they hold for; a full one and one of something deleted too', async () => {
  open({
    spend: { ...nothing, flows: [{ ...sum(), id: 'flow-1', name: 'Support' }] },
    limits: [
      limit({ used: 9_000_000 }),
      limit({ id: 'limit-2', scope: 'flow', subject: 'flow-1', unit: 'tokens', amount: 2000, used: 5, period: 'day' }),
      limit({ id: 'limit-3', scope: 'key', subject: 'gone' }),
      limit({ id: 'limit-4', scope: 'run', period: 'run' }),
    ],
  }).show()
  expect(await screen.findByText('This server: $5.00 a month')).toBeTruthy()
  const full = screen.getByRole('progressbar', { name: '$9.00 used' })
  expect(full.getAttribute('aria-valuenow')).toBe('100')
  expect(screen.getByText('Support: 2,000 tokens a day')).toBeTruthy()
  expect(screen.getByText('Deleted: $5.00 a month')).toBeTruthy()
  expect(screen.getByText('Each run: $5.00 in total')).toBeTruthy()
})

test('limits and prices that cannot be read say so, each in its place', async () => {
  const { api, show } = open()
  api.refuse(listLimits, 'No limits to be had.')
  api.refuse(listPrices, 'No prices to be had.')
  show()
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
  api.on(listLimits, () => ({ items: [limit()] }))
  const [retry] = screen.getAllByRole('button', { name: 'Retry' })
  if (retry) await userEvent.click(retry)
  expect(await screen.findByText('This server: $5.00 a month')).toBeTruthy()
})

test('a limit is deleted after a yes; a refusal is told', async () => {
  const { api, show } = open({ limits: [limit()] })
  api.refuse(deleteLimit, 'It is gone already.')
  show()
  const button = await screen.findByRole('button', { name: 'Delete the limit “This server: $5.00 a month”' })
  await userEvent.click(button)
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await userEvent.click(button)
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(toldMessages()).toEqual(['It is gone already.']))
  expect(api.sent(deleteLimit)).toHaveLength(1)
})

test('a limit needs a number above 0, and dollars are sent in millionths', async () => {
  const { api, show } = open()
  api.refuse(createLimit, 'There is such a limit.')
  show()
  const form = await newLimit()
  for (const typed of ['', '0', '-3', 'much']) {
    fireEvent.change(form.getByLabelText('At most'), { target: { value: typed } })
    fireEvent.click(form.getByRole('button', { name: 'Set the limit' }))
    expect(form.getByText('Enter a number above 0.')).toBeTruthy()
  }
  fireEvent.change(form.getByLabelText('At most'), { target: { value: '2.5' } })
  expect(form.queryByText('Enter a number above 0.')).toBeNull()
  fireEvent.click(form.getByRole('button', { name: 'Set the limit' }))
  expect(await form.findByText('There is such a limit.')).toBeTruthy()
  expect(api.sent(createLimit).map(({ body }) => body)).toEqual([
    { scope: 'instance', period: 'month', unit: 'micro', amount: 2_500_000, atLimit: 'stop' },
  ])
})

test('a limit for one key, in tokens a day; for a run there is no period to choose', async () => {
  const { api, show } = open()
  api.on(createLimit, () => limit())
  api.on(listApiKeys, () => [{ id: 'key-1', keyName: 'Website' }] as never)
  show()
  const form = await newLimit()
  await choose(/^What is limited/, 'Each run')
  expect(form.queryByRole('combobox', { name: /^Period/ })).toBeNull()
  await choose(/^What is limited/, 'Each API key')
  await choose(/^Which one/, 'Website')
  await choose(/^Period/, 'Day')
  await choose(/^Counted in/, 'Tokens')
  fireEvent.change(form.getByLabelText('At most'), { target: { value: '1000' } })
  fireEvent.click(form.getByRole('button', { name: 'Set the limit' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.sent(createLimit).map(({ body }) => body)).toEqual([
    { scope: 'key', subject: 'key-1', period: 'day', unit: 'tokens', amount: 1000, atLimit: 'stop' },
  ])
})

test('what is heard is priced by the minute, what is spoken by the million characters', async () => {
  const spoken = [price('whisper-1', { input: 100 }), price('tts-1', { input: 15 })]
  open({ prices: spoken, units: { 'whisper-1': 'seconds', 'tts-1': 'characters' } }).show()
  const row = async (model: string) => within(await screen.findByRole('row', { name: new RegExp(model) }))
  expect((await row('whisper-1')).getByText('$0.006 a minute')).toBeTruthy()
  expect((await row('tts-1')).getByText('$15 per million characters')).toBeTruthy()
})

test('ten prices are shown at first, words find them in any order, and nothing found can be cleared', async () => {
  const many = Array.from({ length: 12 }, (_, at) => price(`gpt-5-mini-${String.fromCodePoint(97 + at)}`))
  open({ prices: [...many, price('claude-opus-4')] }).show()
  const shown = () => screen.getAllByRole('button', { name: /^Change the price of/ }).length
  expect(await screen.findByRole('button', { name: 'Show all 13' })).toBeTruthy()
  expect(shown()).toBe(10)
  const search = screen.getByRole('searchbox', { name: 'Search models' })
  fireEvent.change(search, { target: { value: 'opus Claude' } })
  expect(shown()).toBe(1)
  fireEvent.change(search, { target: { value: 'llama' } })
  expect(screen.getByRole('heading', { name: 'Nothing found for “llama”' })).toBeTruthy()
  fireEvent.keyDown(search, { key: 'Escape' })
  await userEvent.click(screen.getByRole('button', { name: 'Show all 13' }))
  expect(shown()).toBe(13)
})

test('a price is set for the model whose price is unknown; words that are no price are refused first', async () => {
  const { api, show } = open({ unknown: ['my-model', 'other'] })
  api.refuse(setPrice, 'Prices are read only.')
  show()
  expect(await screen.findByText(/so the totals leave them out: my-model, other\./)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Set a price' }))
  const form = within(await screen.findByRole('dialog', { name: 'Set a price' }))
  expect(form.getByLabelText('Model')).toHaveProperty('value', 'my-model')
  const save = () => fireEvent.click(form.getByRole('button', { name: 'Save' }))
  save()
  expect(form.getByText('Enter a model, and prices of 0 or more.')).toBeTruthy()
  fireEvent.change(form.getByLabelText('Input, in $'), { target: { value: '0.5' } })
  fireEvent.change(form.getByLabelText('Output, in $'), { target: { value: '-1' } })
  save()
  expect(form.getByText('Enter a model, and prices of 0 or more.')).toBeTruthy()
  fireEvent.change(form.getByLabelText('Output, in $'), { target: { value: '0' } })
  save()
  expect(await form.findByText('Prices are read only.')).toBeTruthy()
  const since = new Date().toISOString().slice(0, 10)
  expect(api.sent(setPrice).map(({ body }) => body)).toEqual([{ model: 'my-model', since, input: 0.5, output: 0 }])
})

test('only an own price can be removed; a refusal is told', async () => {
  const { api, show } = open({ prices: [price('gpt'), price('mine', { isOwn: true })] })
  api.refuse(deletePrice, 'It is gone already.')
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Remove your price for mine' }))
  await waitFor(() => expect(toldMessages()).toEqual(['It is gone already.']))
  expect(api.sent(deletePrice).map(({ query }) => query)).toEqual([{ model: 'mine', since: '2026-01-01' }])
  expect(screen.queryByRole('button', { name: 'Remove your price for gpt' })).toBeNull()
})
