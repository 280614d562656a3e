import {
  getChatflow,
  getComparison,
  listChatflows,
  listChatflowVersions,
  listComparisons,
  listNodes,
  listTestSets,
  startComparison,
} from '@chatwright/contract'
import type { ComparedCase, Comparison, ComparisonSummary } from '@chatwright/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen } from '../../../test/render.tsx'
import CompareScreen from './compare-screen.tsx'
import ComparisonScreen from './comparison-screen.tsx'

afterEach(() => void vi.unstubAllGlobals())

const aSummary = (rest: Partial<ComparisonSummary> = {}): ComparisonSummary => ({
  cases: 4,
  done: 4,
  same: 3,
  reworded: 0,
  better: 0,
  worse: 1,
  different: 0,
  unclear: 0,
  flipRate: null,
  conclusion: 'regression',
  asked: 0,
  priceMicro: 0,
  ...rest,
})
const aComparison = ({ summary, ...rest }: Partial<Comparison> = {}): Comparison => ({
  id: 'comparison-1',
  chatflowId: 'flow-1',
  flowName: 'Support',
  base: 1,
  candidate: 2,
  setId: null,
  setName: null,
  judge: null,
  state: 'done',
  reason: null,
  summary: aSummary(summary),
  createdDate: '2026-01-02T03:04:05.000Z',
  ...rest,
})
const side = { asked: 3, failed: 1, reworded: 0, answer: 'At nine.', durationMs: 2947, costMicro: 1000 }
const aCase = (rest: Partial<ComparedCase> = {}): ComparedCase => ({
  number: 1,
  name: 'When do you open?',
  verdict: 'worse',
  isProved: false,
  hasChecks: true,
  node: null,
  reason: null,
  judged: null,
  base: side,
  candidate: side,
  ...rest,
})

function openOne(comparison: Comparison, items: ComparedCase[] = []) {
  const api = fakeApi()
  api.on(getComparison, () => ({ ...comparison, items }))
  const show = () =>
    renderScreen(<ComparisonScreen />, { path: '/comparisons/comparison-1', route: '/comparisons/:id' })
  return { api, show }
}

test('a comparison that cannot be read says why, and Retry asks again', async () => {
  const { api, show } = openOne(aComparison())
  api.refuse(getComparison, 'There is no such comparison.', { status: 404 })
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('There is no such comparison.')
  api.on(getComparison, () => ({ ...aComparison(), items: [] }))
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'Version 1 and version 2' })).toBeTruthy()
})

test.each<[Partial<Comparison>, string]>([
  [{}, 'The newer version is worse.'],
  [{ summary: aSummary({ conclusion: 'no-regression' }) }, 'Nothing got worse.'],
  [{ summary: aSummary({ conclusion: 'not-enough' }) }, 'Too much is unclear to rule out that something got worse.'],
  [
    { summary: aSummary({ cases: 0, conclusion: 'not-enough' }) },
    'There is nothing to compare: this flow has no recorded answers.',
  ],
  [{ state: 'failed', reason: 'No key.' }, 'The comparison failed: No key.'],
  [{ state: 'cancelled' }, 'The comparison was stopped.'],
])('the headline says what it came to: %o', async (rest, words) => {
  openOne(aComparison(rest)).show()
  expect(await screen.findByText(words)).toBeTruthy()
})

test('while it runs it shows how far it is; before the first case is counted, nothing', async () => {
  const first = openOne(aComparison({ state: 'running', summary: aSummary({ done: 1 }) }))
  const { unmount } = first.show()
  const bar = await screen.findByRole('progressbar', { name: 'Progress of the comparison' })
  expect(bar.getAttribute('aria-valuenow')).toBe('25')
  expect(screen.getByText('1 of 4 cases compared …')).toBeTruthy()
  unmount()
  openOne(aComparison({ state: 'running', summary: aSummary({ cases: 0, done: 0 }) })).show()
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('0')
})

test('it says what was asked, by whom it was judged, how answers vary, and leads to the same once more', async () => {
  openOne(
    aComparison({
      setId: 'set-1',
      setName: 'Opening hours',
      judge: 'gpt',
      summary: aSummary({ flipRate: 0.25, asked: 12, priceMicro: 30_000 }),
    }),
  ).show()
  expect((await screen.findByRole('link', { name: 'Opening hours' })).getAttribute('href')).toBe('/tests/set-1')
  expect(screen.getByText(/Judged by gpt/)).toBeTruthy()
  expect(screen.getByText('1 worse · 3 the same')).toBeTruthy()
  expect(screen.getByText(/in 25% of cases · 12 live calls for \$0\.03$/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Compare again' }).getAttribute('href')).toBe(
    '/comparisons?flow=flow-1&base=1&candidate=2&set=set-1',
  )
})

test('a case tells why it is judged so; what the record proves says no count', async () => {
  const quiet = { ...side, answer: '', durationMs: null, costMicro: null }
  openOne(aComparison(), [
    aCase({ node: 'ChatOpenAI', reason: 'no price', judged: { base: 1, candidate: 2, tie: 3 } }),
    aCase({ number: 2, name: '', verdict: 'same', isProved: true, base: quiet, candidate: quiet }),
  ]).show()
  const [first, second] = within(await screen.findByRole('list', { name: 'Cases' })).getAllByRole('listitem')
  expect(first?.textContent).toContain(
    'First difference at ChatOpenAI · Couldn’t be judged: no price · Judge’s votes: older 1, newer 2, tie 3',
  )
  expect(first?.textContent).toContain('Older · 2 of 3 as expected')
  expect(second?.textContent).toBe('The sameNo textKnown from recordingsOlderNo answerNewerNo answer')
})

function openForm(path: string) {
  const api = fakeApi()
  api.on(listChatflows, () => [{ id: 'flow-1', name: 'Support' }] as never)
  api.on(listNodes, () => [])
  api.on(getChatflow, () => ({ id: 'flow-1', name: 'Support', liveVersion: 2 }) as never)
  api.on(listChatflowVersions, () => [3, 2, 1].map((version) => ({ version })) as never)
  api.on(listTestSets, () => ({ items: [{ id: 'set-1', name: 'Hours', cases: 2 }] as never, nextCursor: null }))
  api.on(listComparisons, () => ({ items: [], nextCursor: null }))
  return { api, show: () => renderScreen(<CompareScreen />, { path, route: '/comparisons' }) }
}

const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Compare' }))

test('the newest version is held against the live one, with the first set; a refusal stays beside the form', async () => {
  const { api, show } = openForm('/comparisons?flow=flow-1')
  api.refuse(startComparison, 'The set is empty.')
  const { address } = show()
  expect((await screen.findByRole('combobox', { name: /^Older version/ })).textContent).toContain('Version 2, live')
  submit()
  expect(await screen.findByText('The set is empty.')).toBeTruthy()
  api.on(startComparison, () => aComparison({ id: 'started' }))
  submit()
  await waitFor(() => expect(address()).toBe('/comparisons/started'))
  expect(api.sent(startComparison)[0]?.body).toEqual({ chatflowId: 'flow-1', base: 2, candidate: 3, setId: 'set-1' })
})

test('what the address names is chosen where it exists; the same version twice says what that shows', async () => {
  const { api, show } = openForm('/comparisons?flow=flow-1&base=1&candidate=9&set=gone')
  api.on(startComparison, () => aComparison({ id: 'started' }))
  show()
  const candidate = await screen.findByRole('combobox', { name: /^Newer version/ })
  expect(candidate.textContent).toContain('Version 3')
  await userEvent.click(candidate)
  await userEvent.click(await screen.findByRole('option', { name: 'Version 1' }))
  expect(screen.getByText(/^Compare a version with itself/)).toBeTruthy()
  await userEvent.click(screen.getByRole('combobox', { name: /^Questions/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'The 20 newest recorded answers' }))
  expect(screen.getByText('No checks here. A judge can decide which version is right.')).toBeTruthy()
  submit()
  await waitFor(() => expect(api.sent(startComparison)).toHaveLength(1))
  expect(api.sent(startComparison)[0]?.body).toEqual({ chatflowId: 'flow-1', base: 1, candidate: 1, answers: 20 })
})

test('earlier comparisons say what they came to, and more come when asked for; a list that fails says why', async () => {
  const { api, show } = openForm('/comparisons')
  api.on(listComparisons, ({ query }) =>
    query.cursor === 'second'
      ? { items: [aComparison({ id: 'three', base: 7, state: 'failed' })], nextCursor: null }
      : {
          items: [aComparison(), aComparison({ id: 'two', summary: aSummary({ cases: 0 }), setName: 'Hours' })],
          nextCursor: 'second',
        },
  )
  const { unmount } = show()
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  await screen.findByRole('link', { name: 'Version 7 and version 2' })
  const [, first, second, third] = screen.getAllByRole('row').map((row) => row.textContent)
  expect(first).toContain('Support · Recorded answers')
  expect(first).toContain('The newer version is worse.')
  expect(second).toContain('Support · Hours')
  expect(second).toContain('There is nothing to compare')
  expect(third).toContain('Failed')
  unmount()
  api.refuse(listComparisons, 'The database is locked.')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The database is locked.')
})

test('flows that cannot be listed say why', async () => {
  const { api, show } = openForm('/comparisons')
  api.refuse(listChatflows, 'Too many requests.')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('Too many requests.')
})
