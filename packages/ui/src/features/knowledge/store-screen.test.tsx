import {
  cancelJob,
  checkKnowledge,
  deleteKnowledge,
  deleteSource,
  editPassage,
  forgetFile,
  getKnowledge,
  listPassages,
  refreshKnowledge,
  saveSource,
  updateKnowledge,
  uploadFile,
} from '@chatwright/contract'
import type { KnowledgeStore, Passage } from '@chatwright/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen, toldMessages } from '../../../test/render.tsx'
import { aJob, COUNTS, endedJob } from '../../lib/jobs/job.fixture.ts'
import { aPassage, aSource, aStore } from './knowledge.fixture.ts'
import StoreScreen from './store-screen.tsx'

afterEach(() => void vi.unstubAllGlobals())

function open(store: KnowledgeStore, path = '/knowledge/store-1') {
  const api = fakeApi()
  api.on(getKnowledge, () => store)
  return { api, show: () => renderScreen(<StoreScreen />, { path, route: '/knowledge/:id' }) }
}

const choose = async (menu: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: menu }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}
const sayYes = async (name: string) =>
  userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))

const FAILURE = { document: 'prices.pdf', message: 'prices.pdf could not be read.' }

test('figures of a store are written with separators', async () => {
  open(aStore({ totalChunks: 1234, totalChars: 4950 })).show()
  expect(await screen.findByText('4,950 characters')).toBeTruthy()
  expect(screen.getByText('1,234 chunks')).toBeTruthy()
})

test('a load that read nothing does not say that the rest is loaded', async () => {
  const result = { numAdded: 0, numUpdated: 0, numSkipped: 0, numDeleted: 0, failures: [FAILURE] }
  open(aStore({ job: endedJob({ result }) })).show()
  expect((await screen.findByText(/^1 document couldn’t be read/)).textContent).toBe('1 document couldn’t be read.')
  // Named once, though the reason names it too.
  expect(screen.getAllByText(/prices\.pdf/)).toHaveLength(1)
})

test('a store of which nothing could be read does not say that it is ready', async () => {
  open(aStore({ status: 'STALE', loaders: [aSource({ failures: [FAILURE], totalChunks: 0 })] })).show()
  expect(await screen.findByText('Nothing loaded')).toBeTruthy()
})

test('a store that does not exist leads to all stores', async () => {
  const { api, show } = open(aStore())
  api.refuse(getKnowledge, 'There is no such store.', { status: 404 })
  show()
  expect((await screen.findByRole('link', { name: 'All knowledge bases' })).getAttribute('href')).toBe('/knowledge')
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})

test('a store that cannot be read says why, and Retry asks again', async () => {
  const { api, show } = open(aStore())
  api.refuse(getKnowledge, 'The database does not answer.', { status: 503 })
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The database does not answer.')
  api.on(getKnowledge, () => aStore())
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'Where do the documents come from?' })).toBeTruthy()
  expect(screen.getByText(/Not used in any flow yet/)).toBeTruthy()
  // Nothing to load, and nothing that could have changed.
  expect(screen.queryByRole('button', { name: 'Load' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'What would change?' })).toBeNull()
})

test('a load under way shows how far it is, can be stopped, and cannot be begun twice', async () => {
  const job = aJob({ progress: { stage: 'embedding', done: 5, total: 20, document: 'rules.txt' } })
  const { api, show } = open(aStore({ job, loaders: [aSource()] }))
  api.on(cancelJob, () => job)
  show()
  const bar = await screen.findByRole('progressbar')
  expect(bar.getAttribute('aria-valuenow')).toBe('25')
  expect(screen.getByRole('button', { name: 'Load' })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(api.sent(cancelJob).map(({ params }) => params)).toEqual([{ id: 'job-1' }]))
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Rules' }))
  expect(screen.queryByRole('menuitem', { name: 'Load' })).toBeNull()
})

test.each<[string, KnowledgeStore]>([
  [
    'The last load failed. The knowledge base is unchanged. No key. Choose a credential.',
    aStore({
      job: endedJob({
        state: 'failed',
        fault: { message: 'No key.', code: 'node-failed', hint: 'Choose a credential.' },
      }),
    }),
  ],
  ['The last load was stopped. The knowledge base is unchanged.', aStore({ job: endedJob({ state: 'cancelled' }) })],
  [
    '1 document couldn’t be read. The others are loaded.',
    aStore({ job: endedJob({ result: { ...COUNTS, failures: [{ document: 'bad.pdf', message: 'Broken.' }] } }) }),
  ],
])('how the last load ended is said: %s', async (words, store) => {
  open(store).show()
  const isNotice = (_: string, element: Element | null) => element?.textContent?.trim() === words
  expect(await screen.findAllByText(isNotice)).not.toEqual([])
})

test('a load without faults leaves no notice', async () => {
  open(aStore({ job: endedJob({ result: COUNTS }), whereUsed: [{ id: 'flow-1', name: 'Support' }] })).show()
  expect((await screen.findByRole('link', { name: 'Support' })).getAttribute('href')).toBe('/canvas/flow-1')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('sources are listed with what they could not read, loaded again, and deleted after a yes', async () => {
  const source = aSource({ failures: [{ document: 'bad.pdf', message: 'Broken.' }] })
  const { api, show } = open(aStore({ loaders: [source] }))
  api.refuse(refreshKnowledge, 'It is loading already.')
  api.refuse(deleteSource, 'It is in use.')
  show()
  const row = (await screen.findByRole('button', { name: 'Actions for Rules' })).closest('tr')
  expect(row?.textContent).toContain('Broken.')
  expect(row?.textContent).toContain('1,200')
  expect(row?.textContent).toContain('Not yet')
  await choose('Actions for Rules', 'Load')
  await waitFor(() => expect(toldMessages()).toEqual(['It is loading already.']))
  await userEvent.click(screen.getByRole('button', { name: 'Load' }))
  await waitFor(() => expect(toldMessages()).toHaveLength(2))
  expect(api.sent(refreshKnowledge).map(({ body }) => body)).toEqual([{ items: [{ docId: 'source-1' }] }, {}])
  await choose('Actions for Rules', 'Delete')
  await sayYes('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await choose('Actions for Rules', 'Delete')
  await sayYes('Delete')
  await waitFor(() => expect(toldMessages().at(-1)).toBe('It is in use.'))
  expect(api.sent(deleteSource)).toHaveLength(1)
})

test('what would change is told before anything is loaded; a check that fails too', async () => {
  const { api, show } = open(aStore({ loaders: [aSource()] }))
  api.refuse(checkKnowledge, 'The site does not answer.')
  show()
  const button = await screen.findByRole('button', { name: 'What would change?' })
  await userEvent.click(button)
  await waitFor(() => expect(toldMessages()).toEqual(['The site does not answer.']))
  const failures = [{ document: 'bad.pdf', message: 'Broken.' }]
  const sums = { added: 1, changed: 2, gone: 0, unchanged: 3 }
  const sources = [
    { id: 's', loaderName: 'Rules', added: ['new.pdf'], changed: ['a.txt', 'b.txt'], gone: [], failures },
  ]
  api.on(checkKnowledge, () => ({ ...sums, sources }))
  await userEvent.click(button)
  expect(
    await screen.findByText('Loading would find 1 new, 2 changed, 0 removed and 3 unchanged documents.'),
  ).toBeTruthy()
  expect(screen.getByText('New: new.pdf')).toBeTruthy()
  expect(screen.getByText('Changed: a.txt, b.txt')).toBeTruthy()
  expect(screen.queryByText(/^Gone:/)).toBeNull()
  expect(screen.getByText('bad.pdf').closest('li')?.textContent).toBe('bad.pdfBroken.')
})

test('what a load would change is not told any more after another load', async () => {
  const store = aStore({ loaders: [aSource()], job: endedJob({ id: 'first' }) })
  const { api, show } = open(store)
  api.on(checkKnowledge, () => ({ added: 1, changed: 0, gone: 0, unchanged: 0, sources: [] }))
  api.on(refreshKnowledge, () => aJob({ id: 'second' }))
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'What would change?' }))
  await screen.findByText(/^Loading would find 1 new/)
  api.on(getKnowledge, () => ({ ...store, job: endedJob({ id: 'second' }) }))
  await userEvent.click(screen.getByRole('button', { name: 'Load' }))
  await waitFor(() => expect(screen.queryByText(/^Loading would find/)).toBeNull())
})

test('a store is renamed and reads its sources in a rhythm, also one of its own', async () => {
  const refresh = { cron: '30 6 * * 1-5', timezone: 'Europe/Zurich', nextDate: '2026-01-05T05:30:00.000Z' }
  const { api, show } = open(aStore({ refresh }))
  api.on(updateKnowledge, () => aStore({ refresh }))
  show()
  await choose('Actions for Handbook', 'Edit')
  const form = within(await screen.findByRole('dialog', { name: 'Edit the knowledge base' }))
  expect(form.getByText(/^Next on /)).toBeTruthy()
  expect(form.getByLabelText('Cron expression')).toHaveProperty('value', '30 6 * * 1-5')
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await choose('Actions for Handbook', 'Edit')
  const again = within(await screen.findByRole('dialog', { name: 'Edit the knowledge base' }))
  await userEvent.click(again.getByRole('combobox', { name: /^Reload the sources/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Only manually' }))
  expect(again.queryByLabelText('Cron expression')).toBeNull()
  fireEvent.click(again.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(api.sent(updateKnowledge)).toHaveLength(2))
  // What was written keeps its time zone.
  expect(api.sent(updateKnowledge).map(({ body }) => body.refresh)).toEqual([
    { cron: '30 6 * * 1-5', timezone: 'Europe/Zurich' },
    null,
  ])
})

test('a store that flows search is deleted after a second yes, and leads back to the list', async () => {
  const { api, show } = open(aStore())
  api.on(deleteKnowledge, ({ query }) =>
    query.force === 'true'
      ? ({ deleted: true } as never)
      : Response.json(
          { code: 'knowledge-in-use', error: 'x', message: 'A flow searches it.', details: {} },
          { status: 409 },
        ),
  )
  const { address } = show()
  await choose('Actions for Handbook', 'Delete')
  await sayYes('Delete')
  await screen.findByRole('alertdialog', { name: 'A flow searches it.' })
  await sayYes('Delete anyway')
  await waitFor(() => expect(address()).toBe('/knowledge'))
  expect(toldMessages()).toEqual(['Deleted “Handbook”'])
})

function openPassages(passages: Passage[], count = passages.length) {
  const opened = open(aStore(), '/knowledge/store-1?tab=passages')
  const page = { characters: 1, currentPage: 1, storeName: 'Handbook', description: '', docId: 'all' }
  opened.api.on(listPassages, ({ query }) =>
    query.search === 'nowhere' ? { ...page, chunks: [], count: 0 } : { ...page, chunks: passages, count },
  )
  return opened
}

test('passages: none yet, none found, and why they cannot be read', async () => {
  const first = openPassages([])
  const { unmount } = first.show()
  expect(await screen.findByRole('heading', { name: 'No chunks yet' })).toBeTruthy()
  unmount()
  const { api, show } = openPassages([aPassage()])
  api.refuse(listPassages, 'The database is locked.')
  const broken = show()
  expect((await screen.findByRole('alert')).textContent).toContain('The database is locked.')
  broken.unmount()
  openPassages([aPassage()]).show()
  fireEvent.change(await screen.findByRole('searchbox', { name: 'Search chunks' }), { target: { value: 'nowhere' } })
  expect(await screen.findByRole('heading', { name: 'Nothing found for “nowhere”' })).toBeTruthy()
})

test('passages are turned page by page, switched off, and a refusal is told', async () => {
  const { api, show } = openPassages(
    [aPassage({ isEdited: true }), aPassage({ id: 'two', chunkNo: 2, metadata: {} })],
    120,
  )
  api.refuse(editPassage, 'Somebody was quicker.')
  show()
  expect(await screen.findByText(/rules\.txt · 1 · edited/)).toBeTruthy()
  expect(screen.getByText('Page 1 of 3')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(api.sent(listPassages).at(-1)?.params.page).toEqual('2'))
  await userEvent.click(screen.getByRole('switch', { name: 'Include chunk 2 in searches' }))
  await waitFor(() => expect(toldMessages()).toEqual(['Somebody was quicker.']))
  expect(api.sent(editPassage).map(({ params, body }) => [params.chunkId, body])).toEqual([['two', { isOn: false }]])
})

test('of a search that was not counted to the end it says how many pages there are at least', async () => {
  const { api, show } = openPassages([aPassage()])
  const page = { characters: 1, currentPage: 1, storeName: 'Handbook', description: '', docId: 'all' }
  api.on(listPassages, () => ({ ...page, chunks: [aPassage()], count: 2000, isCut: true }))
  show()
  expect(await screen.findByText('Page 1 of at least 40')).toBeTruthy()
})

test('metadata must be a JSON object; who is slower is told and loses nothing typed', async () => {
  const { api, show } = openPassages([aPassage()])
  api.refuse(editPassage, 'Somebody changed it since.', { status: 409 })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Edit chunk 1' }))
  const form = within(await screen.findByRole('dialog', { name: 'Chunk of rules.txt' }))
  fireEvent.change(form.getByLabelText('Metadata'), { target: { value: '[1]' } })
  expect(form.getByText('Enter a JSON object, such as {"language": "en"}.')).toBeTruthy()
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(api.sent(editPassage)).toEqual([])
  fireEvent.change(form.getByLabelText('Metadata'), { target: { value: '' } })
  fireEvent.change(form.getByLabelText('Text'), { target: { value: ' ' } })
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getByText(/^A chunk needs text/)).toBeTruthy()
  expect(api.sent(editPassage)).toEqual([])
  fireEvent.change(form.getByLabelText('Text'), { target: { value: 'Dogs wait.' } })
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Somebody changed it since.')).toBeTruthy()
  expect(form.getByLabelText('Text')).toHaveProperty('value', 'Dogs wait.')
  expect(api.sent(editPassage).map(({ body }) => body)).toEqual([
    { pageContent: 'Dogs wait.', metadata: {}, basedOn: 'Dogs stay outside.', basedOnMetadata: { page: 3 } },
  ])
})

test('a dropped file goes where its source is refused, and stays where nobody knows whether the source was saved', async () => {
  const { api, show } = open(aStore())
  const id = 'a'.repeat(32)
  api.on(uploadFile, () => ({ id, reference: `FILE-STORAGE::${id}`, name: 'a.txt', mimeType: 'text/plain', size: 1 }))
  api.on(forgetFile, () => ({ id }))
  api.on(saveSource, () => {
    throw new Error('The connection was lost')
  })
  show()
  await screen.findByText('Handbook')
  const dropped = { dataTransfer: { types: ['Files'], files: [new File(['x'], 'a.txt')] } }
  fireEvent.drop(window, dropped)
  await waitFor(() => expect(toldMessages()).toEqual([expect.stringContaining('does not answer')]))
  expect(api.sent(forgetFile)).toEqual([])
  api.refuse(saveSource, 'No such loader.')
  fireEvent.drop(window, dropped)
  await waitFor(() => expect(api.sent(forgetFile)).toHaveLength(1))
})
