import { expect, test } from 'vitest'
import { PARAM_TYPES } from '../flow/handles.ts'
import { requestReach } from './request-reach.ts'

const reachOf = (destination: boolean | undefined) =>
  Object.fromEntries(
    [...PARAM_TYPES, 'BaseChatModel'].map((type) => [
      type,
      requestReach(destination === undefined ? { type } : { type, destination }),
    ]),
  )

const CLOSED = {
  code: 'nothing',
  password: 'nothing',
  folder: 'nothing',
  credential: 'nothing',
  BaseChatModel: 'nothing',
}
const every = (reach: string) => Object.fromEntries([...PARAM_TYPES].map((type) => [type, reach]))

test('what is declared harmless is open, but for code, secrets, folders, connections and the rows of a table', () => {
  expect(reachOf(false)).toEqual({ ...every('value'), ...CLOSED, file: 'upload', datagrid: 'words' })
})

test('into an input that declares nothing a request gets words at most', () => {
  expect(reachOf(undefined)).toEqual({ ...every('words'), ...CLOSED, file: 'nothing' })
})

test('into what decides where a secret goes it gets nothing', () => {
  expect(reachOf(true)).toEqual({ ...every('nothing'), ...CLOSED })
})
