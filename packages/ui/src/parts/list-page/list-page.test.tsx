import Button from '@mui/material/Button'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { renderInApp } from '../../../test/render.tsx'
import { ListCards, ListPage } from './list-page.tsx'
import { useSearch } from './use-search.ts'

interface Thing {
  id: string
  name: string
}

const READY = { isPending: false, isError: false, error: null, refetch: () => undefined }
const things = (...names: string[]): Thing[] => names.map((name) => ({ id: name, name }))

function Page({ query }: { query: Parameters<typeof ListPage<Thing>>[0]['query'] }) {
  const search = useSearch(query.data, ({ name }) => name)
  return (
    <ListPage
      title="Things"
      query={query}
      found={search.found}
      search={{ label: 'Search things', ...search }}
      action={<Button>Make a thing</Button>}
      besides={<Button>Import one</Button>}
      empty={{
        drawing: 'tool',
        title: 'What things are for',
        text: 'Make one.',
        lead: <Button>See some</Button>,
      }}
      waiting="cards"
    >
      {(found) => (
        <ListCards label="All things" items={found}>
          {({ name }) => name}
        </ListCards>
      )}
    </ListPage>
  )
}

const shown = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

test('while it loads it says so, and there is nothing to search yet', async () => {
  renderInApp(<Page query={{ ...READY, data: undefined, isPending: true }} />)
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('a failure is told with its cause, and Retry asks again', async () => {
  const refetch = vi.fn<() => void>()
  const error = new Error('The disk is full.')
  renderInApp(<Page query={{ ...READY, data: undefined, isError: true, error, refetch }} />)
  expect(screen.getByRole('alert').textContent).toContain('The disk is full.')
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test('where there is none yet, the page says what it is for, with the one action once', () => {
  renderInApp(<Page query={{ ...READY, data: [] }} />)
  expect(screen.getByRole('heading', { name: 'What things are for' })).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Make a thing' })).toHaveLength(1)
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('what one most likely wants is read first in the empty page, and stands last in the head', () => {
  const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
  const { unmount } = renderInApp(<Page query={{ ...READY, data: [] }} />)
  expect(names()).toEqual(['Make a thing', 'Import one', 'See some'])
  unmount()
  renderInApp(<Page query={{ ...READY, data: things('one') }} />)
  expect(names()).toEqual(['Import one', 'Make a thing'])
})

test('words are found in any order; those that find nothing are named and cleared', async () => {
  renderInApp(<Page query={{ ...READY, data: things('Legal review 150', 'Support', 'Review of cakes') }} />)
  const field = screen.getByRole('searchbox', { name: 'Search things' })
  await userEvent.type(field, '1 legal')
  expect(shown()).toEqual(['Legal review 150'])
  await userEvent.clear(field)
  await userEvent.type(field, 'ferry')
  expect(screen.getByRole('status').textContent).toContain('Nothing found for “ferry”')
  await userEvent.click(within(screen.getByRole('status')).getByRole('button', { name: 'Clear search' }))
  expect(shown()).toEqual(['Legal review 150', 'Support', 'Review of cakes'])
})
