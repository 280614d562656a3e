import { forgetFile, listNodes, refreshKnowledge, saveSource, uploadFile } from '@chatwright/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../../test/fake-api.ts'
import { renderInApp } from '../../../../test/render.tsx'
import { aJob } from '../../../lib/jobs/job.fixture.ts'
import { aSource } from '../knowledge.fixture.ts'
import { SourceDialog } from './source-dialog.tsx'

afterEach(() => void vi.unstubAllGlobals())

const ID = 'a'.repeat(32)
const NODE = {
  name: 'textFile',
  label: 'Text File',
  version: 1,
  category: 'Document Loaders',
  description: 'Reads text files.',
  icon: '',
  baseClasses: ['Document'],
  inputs: [{ name: 'txtFile', label: 'Files', type: 'file', fileType: '.txt' }],
}

function open() {
  const api = fakeApi()
  api.on(listNodes, () => [NODE] as never)
  api.on(uploadFile, () => ({
    id: ID,
    reference: `FILE-STORAGE::${ID}`,
    name: 'a.txt',
    mimeType: 'text/plain',
    size: 5,
  }))
  api.on(forgetFile, ({ params: { id } }) => ({ id }))
  const onClose = vi.fn<() => void>()
  renderInApp(<SourceDialog storeId="store-1" source={aSource()} onClose={onClose} />)
  return { api, onClose }
}

async function chooseFile() {
  await userEvent.click(await screen.findByRole('button', { name: /^Files/ }))
  const input = await waitFor(() => {
    const found = document.querySelector('input[type=file]')
    if (!found) throw new Error('No file is asked for')
    return found
  })
  fireEvent.change(input, { target: { files: [new File(['Words'], 'a.txt')] } })
  // Its name is kept in the cache of the application, which this one is not.
  await screen.findByText(ID)
}

test('a file that is chosen waits until the source is saved, and goes when the dialog is cancelled', async () => {
  const { api, onClose } = open()
  await chooseFile()
  expect(api.sent(uploadFile)).toMatchObject([{ query: { until: 'saved' } }])
  expect(api.sent(forgetFile)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalled()
  await waitFor(() => expect(api.sent(forgetFile)).toMatchObject([{ params: { id: ID } }]))
})

test('while the source is being saved no file is taken from it', async () => {
  const { api } = open()
  let answer = () => {}
  const isSaved = new Promise<void>((resolve) => (answer = resolve))
  api.on(saveSource, async () => {
    await isSaved
    return aSource()
  })
  api.on(refreshKnowledge, () => aJob())
  await chooseFile()
  await userEvent.click(screen.getByRole('button', { name: 'Save and load' }))
  await waitFor(() => expect(api.sent(saveSource)).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(api.sent(forgetFile)).toEqual([])
  answer()
  // By then the server knows which of them it reads.
  await waitFor(() => expect(api.sent(refreshKnowledge)).toHaveLength(1))
  await waitFor(() => expect(api.sent(forgetFile)).toHaveLength(1))
})

test('a file is kept where nobody knows whether a source reads it', async () => {
  const { api } = open()
  api.on(saveSource, () => {
    throw new Error('The connection was lost')
  })
  await chooseFile()
  await userEvent.click(screen.getByRole('button', { name: 'Save and load' }))
  await screen.findByText(/does not answer/)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(api.sent(forgetFile)).toEqual([])
})

test('a file goes where the source that was to read it is refused', async () => {
  const { api } = open()
  api.refuse(saveSource, 'Somebody changed it.', { status: 409 })
  await chooseFile()
  await userEvent.click(screen.getByRole('button', { name: 'Save and load' }))
  await screen.findByText('Somebody changed it.')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(api.sent(forgetFile)).toHaveLength(1))
})
