import type { Job } from '@chatwright/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { jobsServer } from '../../../../test/jobs-server.ts'
import { renderInApp } from '../../../../test/render.tsx'
import { WorkHost } from './work-host.tsx'
import { followJob } from '../../../lib/jobs/follow-job.ts'
import { aJob, COUNTS, endedJob } from '../../../lib/jobs/job.fixture.ts'
import { useLoad } from '../../../lib/jobs/use-jobs.ts'
import LoadDocumentsDialog from '../../../features/canvas/components/load-documents-dialog.tsx'

afterEach(() => vi.unstubAllGlobals())

const nothing = () => undefined

function show(job: Job | undefined, handlers: { onJumpToNode?: (id: string) => void; onClose?: () => void } = {}) {
  return renderInApp(
    <LoadDocumentsDialog
      job={job}
      error={null}
      onStart={nothing}
      onJumpToNode={handlers.onJumpToNode ?? nothing}
      onClose={handlers.onClose ?? nothing}
    />,
  )
}

/** As the button of the canvas does. */
function Load() {
  const { job, error, start } = useLoad('flow-1')
  return (
    <>
      <button onClick={start}>Begin</button>
      <LoadDocumentsDialog job={job} error={error} onStart={start} onJumpToNode={nothing} onClose={nothing} />
      <WorkHost />
    </>
  )
}

const begin = () => userEvent.click(screen.getByRole('button', { name: 'Begin', hidden: true }))
const starts = (server: ReturnType<typeof jobsServer>) =>
  server.asked.filter(({ method, path }) => method === 'POST' && path === '/api/v1/vector/internal-upsert/flow-1')

test('starts in the background, shows how far it is, then the counts and what could not be read', async () => {
  const started = aJob({ id: 'started', state: 'queued', progress: null, chatflowId: 'flow-1' })
  const server = jobsServer([])
  renderInApp(<Load />)
  vi.mocked(fetch).mockImplementationOnce(async () => Response.json({ items: [], nextCursor: null }))
  server.jobs.push(started)
  await begin()
  await waitFor(() => expect(starts(server)).toHaveLength(1))
  screen.getByText(/loading continues in the background/)
  screen.getByRole('button', { name: 'Continue in the background' })
  await waitFor(() => expect(server.follows('started')).toBe(true))
  const told: string[] = []
  const early = followJob('started', { onEvent: ({ type }) => told.push(type) })
  server.tell(
    'started',
    { type: 'run-start', runId: 'started', at: 1, endingNodeId: 'store_0' },
    { type: 'progress', stage: 'embedding', done: 5, total: 20 },
  )
  await screen.findByText('5 of 20')
  expect(told).toEqual(['run-start', 'progress'])
  const toldLate: string[] = []
  const late = followJob('started', { onEvent: ({ type }) => toldLate.push(type) })
  expect(toldLate).toEqual(['run-start'])
  early()
  late()
  expect(screen.getByRole('progressbar', { name: 'Embedding chunks' }).getAttribute('aria-valuenow')).toBe('25')
  const failures = [{ document: 'bad.pdf', message: 'Broken.', hint: 'Convert it.' }]
  const result = { ...COUNTS, failures }
  server.jobs[0] = endedJob({ id: 'started', result })
  server.tell(
    'started',
    { type: 'documents-loaded', result: { ...result, addedDocs: [] } },
    { type: 'run-end', runId: 'started', at: 2, status: 'done', durationMs: 1 },
  )
  await screen.findByText('1 document couldn’t be read. The others are loaded.')
  screen.getByText('Broken. Convert it.')
  const shown = [...document.querySelectorAll('dl > div')].map((entry) => entry.textContent)
  expect(shown).toEqual(['Added12', 'Updated3', 'Unchanged4', 'Removed1'])
})

test('where no document could be read, nothing is said to be loaded', async () => {
  const failures = [
    { document: 'bad.pdf', message: 'Broken.' },
    { document: 'worse.pdf', message: 'Broken.' },
  ]
  jobsServer([])
  show(endedJob({ result: { numAdded: 0, numUpdated: 0, numSkipped: 0, numDeleted: 0, failures } }))
  expect(await screen.findByText('2 documents couldn’t be read, so nothing was loaded.')).toBeDefined()
})

test('joins the load that is under way instead of starting a second one', async () => {
  const server = jobsServer([aJob()])
  renderInApp(<Load />)
  await begin()
  await screen.findByText('5 of 20')
  expect(starts(server)).toEqual([])
})

test('a server that refuses says why, and is asked again', async () => {
  const server = jobsServer([])
  server.failing.add('/api/v1/vector/internal-upsert/flow-1')
  renderInApp(<Load />)
  await begin()
  expect((await screen.findByRole('alert')).textContent).toContain('The database is locked.')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(starts(server)).toHaveLength(2))
})

test('closing it stops nothing; Stop does', async () => {
  const server = jobsServer([aJob()])
  const onClose = vi.fn<() => void>()
  const { unmount } = show(aJob(), { onClose })
  await userEvent.click(screen.getByRole('button', { name: 'Continue in the background' }))
  expect(onClose).toHaveBeenCalled()
  expect(server.asked).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(server.jobs[0]?.state).toBe('cancelled'))
  unmount()
})

test('a failure of a node leads to the node', async () => {
  const fault = { message: '"File" is empty.', code: 'input-invalid', hint: 'Choose a file.', nodeId: 'fileLoader_0' }
  const onJumpToNode = vi.fn<(nodeId: string) => void>()
  const onClose = vi.fn<() => void>()
  show(endedJob({ state: 'failed', fault }), { onJumpToNode, onClose })
  screen.getByText('The documents could not be loaded: "File" is empty. Choose a file.')
  await userEvent.click(screen.getByRole('button', { name: 'Go to the node' }))
  expect(onJumpToNode).toHaveBeenCalledWith('fileLoader_0')
  expect(onClose).toHaveBeenCalled()
})

test('one that was stopped says so and can be begun again', () => {
  show(endedJob({ state: 'cancelled' }))
  screen.getByText('Stopped. Documents loaded so far are kept.')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})
