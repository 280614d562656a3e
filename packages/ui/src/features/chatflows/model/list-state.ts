import type { ChatflowListQuery } from '../api/use-chatflows.ts'

export const SORTS = ['updatedDate', 'createdDate', 'name', 'lastRunDate'] as const
export type Sort = (typeof SORTS)[number]
export type Order = 'asc' | 'desc'

/** All flows, or those of one kind. */
export const KINDS = ['', 'chat', 'agents'] as const
export type Kind = (typeof KINDS)[number]

const STORED_TYPE = { chat: 'CHATFLOW', agents: 'AGENTFLOW' } as const

/** What the person searches, filters and sorts by; it lives in the address, so that Back brings it back. */
export interface ListState {
  search: string
  tag: string
  kind: Kind
  sort: Sort
  order: Order
}

export function readListState(params: URLSearchParams): ListState {
  const sort = SORTS.find((name) => name === params.get('sort')) ?? 'updatedDate'
  const order = params.get('order')
  return {
    search: params.get('search') ?? '',
    tag: params.get('tag') ?? '',
    kind: KINDS.find((kind) => kind === params.get('kind')) ?? '',
    sort,
    order: order === 'asc' || order === 'desc' ? order : naturalOrder(sort),
  }
}

/** Only what differs from the default is written. */
export function writeListState(state: ListState): URLSearchParams {
  const params = new URLSearchParams()
  if (state.search !== '') params.set('search', state.search)
  if (state.tag !== '') params.set('tag', state.tag)
  if (state.kind !== '') params.set('kind', state.kind)
  if (state.sort !== 'updatedDate') params.set('sort', state.sort)
  if (state.order !== naturalOrder(state.sort)) params.set('order', state.order)
  return params
}

/** Names read from A, dates from the newest. */
export function naturalOrder(sort: Sort): Order {
  return sort === 'name' ? 'asc' : 'desc'
}

export function toQuery(state: ListState): ChatflowListQuery {
  const search = state.search.trim()
  return {
    sort: state.sort,
    order: state.order,
    ...(search !== '' && { search }),
    ...(state.tag !== '' && { tag: state.tag }),
    ...(state.kind !== '' && { type: STORED_TYPE[state.kind] }),
  }
}
