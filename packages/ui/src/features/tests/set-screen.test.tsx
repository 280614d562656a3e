import {
  createTestCase,
  deleteTestCase,
  deleteTestSet,
  exportTestCsv,
  getTestSet,
  importTestCsv,
  listTestCases,
  listTestSets,
  runTestCase,
  updateTestCase,
} from '@chatwright/contract'
import type { TestCase, TestCheck, TurnResult } from '@chatwright/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen, toldMessages } from '../../../test/render.tsx'
import './components/case-dialog.tsx'
import SetScreen from './set-screen.tsx'
import { aCase, anEndedCase, aSet, aTurn, aTurnResult } from './tests.fixture.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function open(cases: TestCase[]) {
  const api = fakeApi()
  api.on(getTestSet, () => aSet())
  api.on(listTestCases, () => ({ items: cases, nextCursor: null }))
  api.on(listTestSets, () => ({ items: [], nextCursor: null }))
  return { api, show: () => renderScreen(<SetScreen />, { path: '/tests/set-1', route: '/tests/:id' }) }
}

const inDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const choose = async (action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('a set that is gone says so, another fault says why and is tried again', async () => {
  const { api, show } = open([aCase()])
  api.refuse(getTestSet, 'There is no such set.', { status: 404 })
  const { unmount } = show()
  expect(await screen.findByRole('heading', { name: 'This test set no longer exists' })).toBeTruthy()
  unmount()
  api.refuse(getTestSet, 'The disk is full.')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.')
  api.on(getTestSet, () => aSet())
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'Opening hours' })).toBeTruthy()
})

test('a set without cases offers to write one, and nothing to run', async () => {
  open([]).show()
  expect(await screen.findByRole('heading', { name: 'No cases yet' })).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Add a case' })).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Run' })).toBeNull()
})

const check = (kind: TestCheck['kind'], rest: object = {}) => ({ kind, ...rest }) as TestCheck
const failing = (found: string | null) => ({ checks: [{ verdict: 'fail' as const, found }] })

test.each<[string, Partial<TurnResult>, TestCheck[]]>([
  ['The flow failed: No key.', { reason: 'run-failed', said: 'No key.' }, []],
  ['ChatOpenAI needs a live call. Run it live to find out.', { reason: 'stopped', said: 'ChatOpenAI' }, []],
  ['A live call is needed. Run it live to find out.', { reason: 'stopped', said: null }, []],
  ['The answer differs from the expected one', { reason: 'not-the-same' }, []],
  ['The test doesn’t say what a good answer is.', { reason: 'no-checks', verdict: 'unproved' }, []],
  ['Doesn’t contain “eight”', failing(null), [check('contains', { text: 'eight' })]],
  [`Contains “${'y'.repeat(119)}…”`, failing(null), [check('not-contains', { text: 'y'.repeat(200) })]],
  ['Doesn’t cite “hours.pdf”. Cites: nothing', failing(''), [check('cites', { text: 'hours.pdf' })]],
  ['Doesn’t find “hours”. Finds: prices', failing('prices'), [check('finds', { text: 'hours' })]],
  ['Didn’t call search as expected. Called: nothing', failing(null), [check('calls-tool', { tool: 'search' })]],
  ['Is in German, not in English', failing('de'), [check('language', { language: 'en' })]],
  ['Is in nothing, not in English', failing(null), [check('language', { language: 'en' })]],
  ['Is 900 characters long', failing('900'), [check('length', { max: 500 })]],
  ['Didn’t refuse', failing(null), [check('refuses')]],
  ['Costs $0.05, more than $0.01', failing('50000'), [check('cost', { mostMicro: 10_000 })]],
  ['Doesn’t match the JSON Schema: no name', failing('no name'), [check('json-schema', { schema: '{}' })]],
  [
    'The duration wasn’t recorded',
    { verdict: 'unproved', checks: [{ verdict: 'unknown', found: null }] },
    [check('time', { mostMs: 1000 })],
  ],
])('a case tells in words how it ended: %s', async (words, result, checks) => {
  open([anEndedCase(result, { turn: { checks } })]).show()
  const cases = within(await screen.findByRole('list', { name: 'Cases' }))
  expect(cases.getByText(words)).toBeTruthy()
  expect(cases.getByText(result.verdict === 'unproved' ? 'Inconclusive' : 'Failed')).toBeTruthy()
  expect(cases.getByText('Answered: At nine.')).toBeTruthy()
})

test('a case of several questions names the one it ended at; what was asked anew says its price', async () => {
  const ended = anEndedCase({ verdict: 'passed' }, { asked: 1, priceMicro: 1_230_000 })
  const twice: TestCase = {
    ...ended,
    id: 'case-2',
    name: 'Two',
    turns: [aTurn({ runId: 'run-1' }), aTurn({ runId: 'run-2', checks: [check('refuses')] })],
    result: {
      verdict: 'failed',
      turns: [aTurnResult({ verdict: 'passed' }), aTurnResult(failing(null))],
      flowVersion: 1,
      asked: 0,
      priceMicro: 0,
      date: ended.createdDate,
    },
  }
  open([ended, twice]).show()
  expect(await screen.findByText('Question 2: Didn’t refuse')).toBeTruthy()
  expect(screen.getByText('Run live for $1.23')).toBeTruthy()
  // The run of the last question, which holds the ones before.
  expect(screen.getByRole('link', { name: 'Open the run' }).getAttribute('href')).toBe('/runs/run-2')
  expect(screen.getByText(/1 passed · 1 failed/)).toBeTruthy()
})

test('running goes case by case without asking anybody; what is not proved can be asked for', async () => {
  const first = aCase()
  const second = aCase({ id: 'case-2', name: 'Weekends' })
  const { api, show } = open([first, second])
  const answers: (() => void)[] = []
  api.on(runTestCase, async ({ params }) => {
    await new Promise<void>((resolve) => answers.push(resolve))
    return { ...anEndedCase({ verdict: 'unproved', reason: 'stopped', said: 'ChatOpenAI' }), id: params.caseId }
  })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Run' }))
  expect(await screen.findByText('Running case 1 of 2')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Run' })).toHaveProperty('disabled', true)
  answers[0]?.()
  expect(await screen.findByText('Running case 2 of 2')).toBeTruthy()
  api.on(listTestCases, () => ({
    items: [first, second].map(({ id }) => ({ ...anEndedCase({ verdict: 'unproved', reason: 'no-checks' }), id })),
    nextCursor: null,
  }))
  answers[1]?.()
  await userEvent.click(await screen.findByRole('button', { name: 'Run 2 cases live' }))
  await screen.findByText('Running case 1 of 2')
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
  await screen.findByRole('button', { name: 'Run 2 cases live' })
  // Stopping is no failure.
  expect(screen.queryByText(/That didn’t work/)).toBeNull()
  expect(api.sent(runTestCase).map(({ params, body }) => [params.caseId, body.isAsking])).toEqual([
    ['case-1', false],
    ['case-2', false],
    ['case-1', true],
  ])
})

test('a run that fails says why and stops there', async () => {
  const { api, show } = open([aCase(), aCase({ id: 'case-2' })])
  api.refuse(runTestCase, 'The server is busy.', { status: 429 })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Run' }))
  expect(await screen.findByText('That didn’t work: The server is busy.')).toBeTruthy()
  expect(api.sent(runTestCase)).toHaveLength(1)
})

test('a case is written with checks of several kinds, and sent as the contract takes it', async () => {
  const { api, show } = open([])
  api.on(createTestCase, () => aCase())
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Add a case' }))
  const form = await inDialog('Add a case')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getByText('Enter a question.')).toBeTruthy()
  await userEvent.type(form.getByRole('textbox', { name: /^Question/ }), 'Open?')
  expect(form.queryByText('Enter a question.')).toBeNull()
  const add = async (kind: string) => {
    await userEvent.click(form.getByRole('button', { name: 'Add a check' }))
    const groups = form.getAllByRole('group')
    const group = within(groups.at(-1) as HTMLElement)
    await userEvent.click(group.getByRole('combobox'))
    await userEvent.click(await screen.findByRole('option', { name: kind }))
    return within(form.getAllByRole('group').at(-1) as HTMLElement)
  }
  const length = await add('Length')
  await userEvent.clear(length.getByLabelText('At most (characters)'))
  await userEvent.type(length.getByLabelText('At least (characters)'), '5')
  const finds = await add('Finds a chunk')
  await userEvent.type(finds.getByLabelText(/^Text of the chunk/), 'nine')
  await userEvent.type(finds.getByLabelText('Among the first results'), '3')
  const tool = await add('Calls a tool')
  await userEvent.type(tool.getByLabelText('Tool'), 'search')
  const time = await add('Takes at most')
  await userEvent.type(time.getByLabelText('Seconds'), '5')
  await add('Refuses to answer')
  const unwanted = await add('Contains')
  await userEvent.click(unwanted.getByRole('button', { name: 'Remove the check' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.refused).toEqual([])
  expect(api.sent(createTestCase).map(({ body }) => body)).toEqual([
    {
      turns: [
        {
          question: 'Open?',
          expected: null,
          checks: [
            { kind: 'length', min: 5 },
            { kind: 'finds', text: 'nine', top: 3 },
            { kind: 'calls-tool', tool: 'search' },
            { kind: 'time', mostMs: 105_000 },
            { kind: 'refuses' },
          ],
        },
      ],
    },
  ])
})

test('a case is edited: questions come and go, and a refusal keeps everything in its place', async () => {
  const { api, show } = open([aCase({ turns: [aTurn({ expected: 'At nine.' })] })])
  api.refuse(updateTestCase, 'The set is full.')
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Edit “Weekdays”' }))
  const form = await inDialog('Edit the case')
  await userEvent.click(form.getByRole('button', { name: 'Add a question' }))
  await userEvent.type(form.getByRole('textbox', { name: /^Question 2/ }), 'Sure?')
  await userEvent.click(form.getByRole('button', { name: 'Add a question' }))
  await userEvent.click(form.getByRole('button', { name: 'Remove question 3' }))
  await userEvent.type(form.getByLabelText(/^Name/), ' too')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('The set is full.')).toBeTruthy()
  expect(api.sent(updateTestCase).map(({ body }) => body)).toEqual([
    {
      name: 'Weekdays too',
      turns: [
        { question: 'When do you open?', expected: 'At nine.', checks: [] },
        { question: 'Sure?', expected: null, checks: [] },
      ],
    },
  ])
})

test('a case is deleted after a yes; a refusal is told', async () => {
  const { api, show } = open([aCase()])
  api.refuse(deleteTestCase, 'It is being run.')
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the case: Weekdays' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(toldMessages()).toEqual(['It is being run.']))
})

test('a set that was deleted leads back to the list', async () => {
  const { api, show } = open([aCase()])
  api.on(deleteTestSet, () => ({ isDeleted: true }))
  const { address } = show()
  await choose('Delete the test set')
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(address()).toBe('/tests'))
})

test('a CSV is brought in and says how many cases it added; a bad one says what is wrong', async () => {
  const { api, show } = open([aCase()])
  api.on(importTestCsv, () => ({ added: 2 }))
  show()
  const pick = async () => {
    await choose('Import a CSV')
    const input = await waitFor(() => document.querySelector('input[type=file]') as HTMLInputElement)
    await userEvent.upload(input, new File(['input,output\na,b'], 'cases.csv', { type: 'text/csv' }))
  }
  await pick()
  await waitFor(() => expect(toldMessages()).toEqual(['2 cases were added.']))
  expect(api.sent(importTestCsv).map(({ body }) => body)).toEqual([{ csv: 'input,output\na,b' }])
  api.refuse(importTestCsv, 'Line 2 has no question.')
  await pick()
  await waitFor(() => expect(toldMessages().at(-1)).toBe('That didn’t work: Line 2 has no question.'))
})

test('a set is saved as a file of its name; one that cannot be read is told', async () => {
  const { api, show } = open([aCase()])
  const saved: string[] = []
  URL.createObjectURL = () => 'blob:1'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function keep(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  api.on(exportTestCsv, () => new Response('input,output') as never)
  show()
  await choose('Export as CSV')
  await waitFor(() => expect(saved).toEqual(['Opening hours.csv']))
  await choose('Save for CI')
  await waitFor(() => expect(toldMessages().at(-1)).toMatch(/^That didn’t work: Nothing at GET/))
})
