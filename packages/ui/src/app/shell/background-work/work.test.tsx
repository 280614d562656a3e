import type { RunEvent } from '@chatwright/core/run'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { jobsServer } from '../../../../test/jobs-server.ts'
import { renderInApp } from '../../../../test/render.tsx'
import { aJob, COUNTS, endedJob } from '../../../lib/jobs/job.fixture.ts'
import { tellTabs } from '../../../lib/jobs/tab-news.ts'
import { awaitJob, closeBackgroundWork, openBackgroundWork, useBackgroundWork } from '../../../state/background-work.ts'
import { useNotifications } from '../../../state/notifications.ts'
import { WorkButton } from './work-button.tsx'
import { WorkHost } from './work-host.tsx'

afterEach(() => {
  useNotifications.setState({ notifications: [] })
  closeBackgroundWork()
  useBackgroundWork.setState({ awaited: new Set() })
  vi.unstubAllGlobals()
  setVisible(true)
})

const show = () =>
  renderInApp(
    <>
      <WorkButton />
      <WorkHost />
    </>,
  )
const drawer = () => screen.findByRole('dialog', { name: 'Background work' })
const openDrawer = async (name: RegExp | string = /^Background work/) => {
  await userEvent.click(await screen.findByRole('button', { name }))
  return within(await drawer())
}
const runEnd = (rest: Partial<Extract<RunEvent, { type: 'run-end' }>> = {}): RunEvent => ({
  type: 'run-end',
  runId: 'job-1',
  at: 1,
  status: 'done',
  durationMs: 9,
  ...rest,
})

function setVisible(isVisible: boolean) {
  Object.defineProperty(document, 'visibilityState', { value: isVisible ? 'visible' : 'hidden', configurable: true })
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

test('there is no button where nothing ever ran, and nothing is followed', async () => {
  const server = jobsServer([])
  show()
  await waitFor(() => expect(server.asked.length).toBeGreaterThanOrEqual(2))
  expect(screen.queryByRole('button')).toBeNull()
  expect(server.asked.filter(({ path }) => path.endsWith('/events'))).toEqual([])
})

test('what runs is counted on the button and followed until it ends, then the list is asked again', async () => {
  const server = jobsServer([aJob()])
  show()
  const work = await openDrawer('Background work: 1 running')
  work.getByText('Loading documents')
  expect(work.getByRole('link', { name: 'Knowledge' }).getAttribute('href')).toBe('/canvas/flow-1')
  work.getByText('5 of 20')
  await waitFor(() => expect(server.follows('job-1')).toBe(true))
  server.tell('job-1', { type: 'progress', stage: 'storing', done: 15, total: 20 })
  const bar = await work.findByRole('progressbar', { name: 'Storing chunks' })
  expect(bar.getAttribute('aria-valuenow')).toBe('75')
  const result = { ...COUNTS, addedDocs: [] }
  server.jobs[0] = endedJob({ result: COUNTS })
  server.tell('job-1', { type: 'documents-loaded', result }, runEnd())
  await work.findByText('Done: 12 added, 3 updated, 4 unchanged, 1 removed')
  expect(work.getByRole('status').textContent).toBe('The documents of “Knowledge” are loaded.')
  expect(screen.getByRole('button', { name: 'Background work', hidden: true }).textContent).toBe('')
  const follows = server.asked.filter(({ path }) => path.endsWith('/events'))
  expect(follows).toHaveLength(1)
})

test('a connection that breaks is taken up after the last event that was seen', async () => {
  const server = jobsServer([aJob()])
  show()
  await waitFor(() => expect(server.follows('job-1')).toBe(true))
  server.tell('job-1', { type: 'progress', stage: 'embedding', done: 6, total: 20 })
  const work = await openDrawer()
  await work.findByText('6 of 20')
  server.breakOff('job-1')
  await waitFor(() => expect(server.follows('job-1')).toBe(true))
  expect(server.asked.findLast(({ path }) => path.endsWith('/events'))?.lastId).toBe('job-1:1')
  server.tell('job-1', { type: 'progress', stage: 'embedding', done: 7, total: 20 })
  await work.findByText('7 of 20')
})

test('at most two are followed, those that run before those that wait', async () => {
  const server = jobsServer([
    aJob({ id: 'waits', state: 'queued', progress: null, startedDate: null }),
    aJob({ id: 'one' }),
    aJob({ id: 'two' }),
  ])
  show()
  const work = await openDrawer('Background work: 3 running')
  work.getByText('Waiting for its turn')
  await waitFor(() => expect(['one', 'two', 'waits'].map(server.follows)).toEqual([true, true, false]))
  server.jobs[1] = endedJob({ id: 'one', result: COUNTS })
  server.tell('one', runEnd({ runId: 'one' }))
  await waitFor(() => expect(['one', 'two', 'waits'].map(server.follows)).toEqual([false, true, true]))
})

test('a tab nobody looks at follows nothing, and asks again when it is looked at', async () => {
  const server = jobsServer([aJob()])
  show()
  await waitFor(() => expect(server.follows('job-1')).toBe(true))
  setVisible(false)
  await waitFor(() => expect(server.follows('job-1')).toBe(false))
  server.jobs[0] = endedJob({ result: COUNTS })
  const asked = server.asked.length
  setVisible(true)
  await screen.findByRole('button', { name: 'Background work' })
  expect(server.asked.length).toBeGreaterThan(asked)
})

test('what another tab started shows here', async () => {
  const server = jobsServer([])
  show()
  await waitFor(() => expect(server.asked).toHaveLength(2))
  await act(async () => undefined)
  server.jobs.push(aJob())
  tellTabs()
  await screen.findByRole('button', { name: 'Background work: 1 running' })
})

test('what another tab started while this one asks for the first time shows here', async () => {
  const server = jobsServer([])
  const release = server.hold()
  show()
  await waitFor(() => expect(server.asked).toHaveLength(2))
  server.jobs.push(aJob())
  tellTabs()
  await waitFor(() => expect(server.asked).toHaveLength(4))
  release()
  await screen.findByRole('button', { name: 'Background work: 1 running' })
})

test('what runs can be cancelled with the keyboard, and says that it stopped', async () => {
  jobsServer([aJob()])
  show()
  const work = await openDrawer()
  const cancel = work.getByRole('button', { name: 'Cancel: Loading documents, Knowledge' })
  cancel.focus()
  await userEvent.keyboard('{Enter}')
  await work.findByText('Stopped. Documents loaded so far are kept.')
  expect(work.queryByRole('button', { name: /^Cancel/ })).toBeNull()
})

test('a refusal to cancel is said in place', async () => {
  const server = jobsServer([aJob()])
  server.failing.add('/api/v1/jobs/job-1/cancel')
  show()
  const work = await openDrawer()
  await userEvent.click(work.getByRole('button', { name: /^Cancel/ }))
  expect((await work.findByRole('alert')).textContent).toContain('The database is locked.')
})

test('a failure says why and the way out, and can be loaded again', async () => {
  const fault = { message: 'No key for the embeddings.', code: 'node-failed', hint: 'Choose a credential.' }
  const server = jobsServer([endedJob({ state: 'failed', fault })])
  show()
  const work = await openDrawer('Background work')
  work.getByText('Failed: No key for the embeddings. Choose a credential.')
  server.jobs.unshift(aJob({ id: 'started', state: 'queued', progress: null }))
  server.jobs[0] = { ...aJob({ id: 'started' }), chatflowId: 'another' }
  await userEvent.click(work.getByRole('button', { name: 'Load again: Knowledge' }))
  await waitFor(() => expect(server.asked.some(({ method }) => method === 'POST')).toBe(true))
  await screen.findByRole('button', { name: 'Background work: 1 running', hidden: true })
})

test('documents that could not be read are named', async () => {
  const failures = [{ document: 'bad.pdf', message: 'Broken.', hint: 'Convert it.' }]
  jobsServer([endedJob({ result: { ...COUNTS, failures } })])
  show()
  const work = await openDrawer()
  await userEvent.click(work.getByText('1 document couldn’t be read. The others are loaded.'))
  work.getByText('bad.pdf')
  expect(work.getByText('Broken. Convert it.')).toBeDefined()
})

test('where no document could be read, nothing is said to be loaded', async () => {
  const failures = [{ document: 'bad.pdf', message: 'bad.pdf is broken.', hint: 'Convert it.' }]
  jobsServer([endedJob({ result: { numAdded: 0, numUpdated: 0, numSkipped: 0, numDeleted: 0, failures } })])
  show()
  const work = await openDrawer()
  await userEvent.click(work.getByText('The document couldn’t be read, so nothing was loaded.'))
  expect(work.getAllByText(/bad\.pdf/)).toHaveLength(1)
  expect(work.getByText('Convert it.')).toBeDefined()
  expect(work.queryByText(/^Done/)).toBeNull()
})

test('an empty list says what it is for', async () => {
  jobsServer([])
  show()
  act(openBackgroundWork)
  expect(
    await within(await drawer()).findByRole('heading', { name: 'Nothing is running in the background' }),
  ).toBeDefined()
})

test('a list that cannot be read says why and is tried again', async () => {
  const server = jobsServer([aJob()])
  server.failing.add('/api/v1/jobs')
  show()
  act(openBackgroundWork)
  const work = within(await drawer())
  expect((await work.findByRole('alert')).textContent).toContain('The database is locked.')
  server.failing.clear()
  await userEvent.click(work.getByRole('button', { name: 'Retry' }))
  await work.findByText('Loading documents')
})

test('focus goes in, Escape closes it, and focus comes back', async () => {
  jobsServer([endedJob({ result: COUNTS })])
  show()
  const button = await screen.findByRole('button', { name: 'Background work' })
  button.focus()
  await userEvent.keyboard('{Enter}')
  const dialog = await drawer()
  await waitFor(() => expect(dialog.closest('.MuiModal-root')?.contains(document.activeElement)).toBe(true))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(button)
})

test('the end of what somebody turned away from is told once', async () => {
  const server = jobsServer([aJob()])
  show()
  await waitFor(() => expect(server.follows('job-1')).toBe(true))
  act(() => awaitJob('job-1'))
  const fault = { message: 'Broken.', code: 'internal' as const, hint: 'Mend it.' }
  server.jobs[0] = endedJob({ state: 'failed', fault })
  server.tell('job-1', runEnd({ status: 'failed', fault }))
  await waitFor(() => expect(useNotifications.getState().notifications).toHaveLength(1))
  const [told] = useNotifications.getState().notifications
  expect(told?.message).toBe('Couldn’t load the documents of “Knowledge”: Broken. Mend it.')
  expect(told?.options.action?.label).toBe('Show')
  expect(useBackgroundWork.getState().awaited.size).toBe(0)
})
