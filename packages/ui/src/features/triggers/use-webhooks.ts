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

const WEBHOOKS = ['webhooks'] as const
/** Others send when they like. */
const LOOK_EVERY_MS = 10_000
const LOOK_CLOSELY_MS = 2000

/** The flows that other programs begin. */
export function useWebhooks() {
  return useQuery({
    queryKey: WEBHOOKS,
    queryFn: ({ signal }) => call(listWebhooks, { signal }),
    select: asReached,
    refetchInterval: LOOK_EVERY_MS,
  })
}

/** Where the server does not know its public address, this page knows one that works at least from here. */
function asReached<List extends { data: Webhook[]; isPublicUrl: boolean }>(list: List): List {
  if (list.isPublicUrl) return list
  const here = ({ address }: Webhook): string => new URL(new URL(address).pathname, window.location.origin).href
  return { ...list, data: list.data.map((webhook) => ({ ...webhook, address: here(webhook) })) }
}

/** What was sent to one of them, newest first. */
export function useDeliveries(flowId: string) {
  return useQuery({
    queryKey: [...WEBHOOKS, flowId],
    queryFn: ({ signal }) => call(listDeliveries, { params: { id: flowId }, query: { limit: 50 }, signal }),
    refetchInterval: LOOK_CLOSELY_MS,
  })
}

export function useEnableWebhook() {
  return useChange(({ flowId, enabled }: { flowId: string; enabled: boolean }) =>
    call(enableWebhook, { params: { id: flowId }, body: { enabled } }),
  )
}

export function useMakeSecret() {
  return useChange((flowId: string) => call(createWebhookSecret, { params: { id: flowId } }))
}

export function useDeleteSecret() {
  return useChange((flowId: string) => call(deleteWebhookSecret, { params: { id: flowId } }))
}

export interface Sending {
  flowId: string
  again?: string
  query?: Record<string, unknown>
  headers?: Record<string, unknown>
  body?: unknown
}

export function useSendDelivery() {
  return useChange(({ flowId, ...body }: Sending) => call(sendDelivery, { params: { id: flowId }, body }))
}

function useChange<Values, Result>(mutationFn: (values: Values) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: WEBHOOKS }) })
}
