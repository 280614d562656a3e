import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import LoadDocumentsDialog from './load-documents-dialog.tsx'

afterEach(() => vi.unstubAllGlobals())

/** A server that says these events, the last ones only once it is told to. */
function serverSaying(...batches: object[][]) {
  let next = (): void => undefined
  const fetched = vi.fn<typeof fetch>(async () => {
    const left = [...batches]
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        next = () => {
          const events = left.shift()
          for (const event of events ?? []) {
            controller.enqueue(new TextEncoder().encode(`data:${JSON.stringify(event)}\n\n`))
          }
          if (left.length === 0) controller.close()
        }
        next()
      },
    })
    return new Response(body)
  })
  vi.stubGlobal('fetch', fetched)
  return { fetched, next: () => next() }
}

const counts = { numAdded: 12, numUpdated: 3, numSkipped: 4, numDeleted: 1, addedDocs: [] }

test('shows how far it is, then the counts and what could not be read', async () => {
  const server = serverSaying(
    [{ event: 'progress', data: { stage: 'embedding', done: 5, total: 20 } }],
    [
      {
        event: 'result',
        data: { ...counts, failures: [{ document: 'bad.pdf', message: 'Broken.', hint: 'Convert it.' }] },
      },
      { event: 'end', data: '[DONE]' },
    ],
  )
  render(<LoadDocumentsDialog flowId="f" onJumpToNode={() => undefined} onClose={() => undefined} />)
  await screen.findByText('5 of 20')
  expect(screen.getByRole('progressbar', { name: 'Embedding passages' }).getAttribute('aria-valuenow')).toBe('25')
  server.next()
  await screen.findByText('One document could not be read; the others are loaded.')
  screen.getByText('Broken. Convert it.')
  const shown = [...document.querySelectorAll('dl > div')].map((entry) => entry.textContent)
  expect(shown).toEqual(['Added12', 'Updated3', 'Unchanged4', 'Removed1'])
})

test('a failure says why and can be tried again', async () => {
  const server = serverSaying([{ event: 'error', data: { message: 'No key for the embeddings.' } }])
  render(<LoadDocumentsDialog flowId="f" onJumpToNode={() => undefined} onClose={() => undefined} />)
  await screen.findByText(/No key for the embeddings\./)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(server.fetched).toHaveBeenCalledTimes(2)
})

test('a connection that breaks is not taken for success', async () => {
  serverSaying([{ event: 'progress', data: { stage: 'loading', done: 0, total: 0 } }])
  render(<LoadDocumentsDialog flowId="f" onJumpToNode={() => undefined} onClose={() => undefined} />)
  expect((await screen.findByRole('alert')).textContent).toContain('The connection broke')
})

test('closing it stops the loading', async () => {
  const { fetched } = serverSaying([{ event: 'progress', data: { stage: 'loading', done: 1, total: 9 } }], [])
  const { unmount } = render(
    <LoadDocumentsDialog flowId="f" onJumpToNode={() => undefined} onClose={() => undefined} />,
  )
  await screen.findByText('1 of 9')
  unmount()
  expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(true)
})

test('a failure of a node leads to the node', async () => {
  serverSaying([{ event: 'error', data: { message: '"File" is empty.', details: { nodeId: 'fileLoader_0' } } }])
  const onJumpToNode = vi.fn<(nodeId: string) => void>()
  const onClose = vi.fn<() => void>()
  render(<LoadDocumentsDialog flowId="f" onJumpToNode={onJumpToNode} onClose={onClose} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Go to the node' }))
  expect(onJumpToNode).toHaveBeenCalledWith('fileLoader_0')
  expect(onClose).toHaveBeenCalled()
})
