import {
  createWebhookSecret,
  deleteWebhookSecret,
  enableWebhook,
  listDeliveries,
  listWebhooks,
  sendDelivery,
  type Webhook,
} from '@chatwright/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../lib/api.ts'
import { lookAgainMs } from '../../lib/look-again.ts'

export const WEBHOOKS = ['webhooks'] as const
/** Others send when they like. */
const LOOK_EVERY_MS = 10_000
const LOOK_CLOSELY_MS = 2000

/** What other programs begin flows by, all of them or one. */
export function useWebhooks(flowId?: string) {
  return useQuery({
    queryKey: [...WEBHOOKS, 'of', flowId],
    queryFn: ({ signal }) => call(listWebhooks, { query: flowId === undefined ? {} : { flowId }, signal }),
    select: asReached,
    refetchInterval: LOOK_EVERY_MS,
  })
}

/** Where the server does not know its public address, this page knows one that works at least from here. */
function asReached<List extends { data: Webhook[]; isPublicUrl: boolean }>(list: List): List {
  if (list.isPublicUrl) return list
  const here = (address: string): string => new URL(new URL(address).pathname, window.location.origin).href
  const moved = (webhook: Webhook): Webhook => ({
    ...webhook,
    address: here(webhook.address),
    testAddress: here(webhook.testAddress),
  })
  return { ...list, data: list.data.map(moved) }
}

/** What was sent to one of them, newest first. */
export function useDeliveries(id: string) {
  return useQuery({
    queryKey: [...WEBHOOKS, 'deliveries', id],
    queryFn: ({ signal }) => call(listDeliveries, { params: { id }, query: { limit: 50 }, signal }),
    refetchInterval: ({ state: { data } }) => {
      const underWay = data?.data.find(({ status }) => status === 'QUEUED' || status === 'RUNNING')
      return underWay ? lookAgainMs(underWay.createdDate, LOOK_CLOSELY_MS) : LOOK_CLOSELY_MS
    },
  })
}

export function useEnableWebhook() {
  return useChange(({ id, enabled }: { id: string; enabled: boolean }) =>
    call(enableWebhook, { params: { id }, body: { enabled } }),
  )
}

export function useMakeSecret() {
  return useChange((id: string) => call(createWebhookSecret, { params: { id } }))
}

export function useDeleteSecret() {
  return useChange((id: string) => call(deleteWebhookSecret, { params: { id } }))
}

export interface Sending {
  /** Of the trigger. */
  id: string
  again?: string
  query?: Record<string, unknown>
  headers?: Record<string, unknown>
  body?: unknown
}

export function useSendDelivery() {
  return useChange(({ id, ...body }: Sending) => call(sendDelivery, { params: { id }, body }))
}

function useChange<Values, Result>(mutationFn: (values: Values) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: WEBHOOKS }) })
}
