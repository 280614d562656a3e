import { expect, test } from 'vitest'

import { readListState, toQuery, writeListState } from './list-state.ts'

test('an empty address means newest edit first', () => {
  expect(readListState(new URLSearchParams())).toEqual({
    search: '',
    tag: '',
    kind: '',
    sort: 'updatedDate',
    order: 'desc',
  })
})

test('what is written into the address is read back, and defaults are left out', () => {
  const state = { search: 'desk', tag: 'support', kind: 'agents', sort: 'name', order: 'asc' } as const
  expect(writeListState(state).toString()).toBe('search=desk&tag=support&kind=agents&sort=name')
  expect(readListState(writeListState(state))).toEqual(state)
})

test('an address somebody made up falls back to the defaults', () => {
  expect(readListState(new URLSearchParams('sort=price&order=up'))).toMatchObject({
    sort: 'updatedDate',
    order: 'desc',
  })
})

test('blank words are not sent to the server', () => {
  expect(toQuery({ search: '  ', tag: '', kind: '', sort: 'name', order: 'desc' })).toEqual({
    sort: 'name',
    order: 'desc',
  })
})

test('a kind is asked of the server by the name it is stored under', () => {
  const state = { search: '', tag: '', sort: 'name', order: 'asc' } as const
  expect(toQuery({ ...state, kind: 'agents' })).toMatchObject({ type: 'AGENTFLOW' })
  expect(toQuery({ ...state, kind: 'chat' })).toMatchObject({ type: 'CHATFLOW' })
})
