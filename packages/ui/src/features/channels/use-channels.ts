import {
  connectChannel,
  createChannel,
  createCredential,
  deleteChannel,
  getChatflow,
  listChannelDeliveries,
  listChannels,
  resendChannelDelivery,
  updateChannel,
  type Channel,
  type ChannelChanges,
  type NewChannel,
} from '@chatwright/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../lib/api.ts'

const CHANNELS = ['channels'] as const
/** The kind of credential that holds the tokens of each. */
const CREDENTIALS = { telegram: 'telegramApi', slack: 'slackAppApi', whatsapp: 'whatsAppCloudApi' } as const
const LOOK_EVERY_MS = 10_000
const LOOK_CLOSELY_MS = 2000

export function useChannels() {
  return useQuery({
    queryKey: CHANNELS,
    queryFn: ({ signal }) => call(listChannels, { signal }),
    refetchInterval: LOOK_EVERY_MS,
  })
}

/** The flow that somebody came from. */
export function useKnownFlow(id: string): { id: string; name: string } | undefined {
  const { data: name } = useQuery({
    queryKey: ['chatflows', 'name', id],
    queryFn: async () => (await call(getChatflow, { params: { id } })).name,
    enabled: id !== '',
    retry: false,
  })
  return name === undefined ? undefined : { id, name }
}

export function useChannelDeliveries(id: string) {
  return useQuery({
    queryKey: [...CHANNELS, id],
    queryFn: ({ signal }) => call(listChannelDeliveries, { params: { id }, query: { limit: 50 }, signal }),
    refetchInterval: LOOK_CLOSELY_MS,
  })
}

export function useCreateChannel() {
  return useChange((body: NewChannel) => call(createChannel, { body }))
}

export function useUpdateChannel() {
  return useChange(({ id, ...body }: ChannelChanges & { id: string }) => call(updateChannel, { params: { id }, body }))
}

export function useDeleteChannel() {
  return useChange((id: string) => call(deleteChannel, { params: { id } }))
}

/** Keeps the tokens as a credential, where there are new ones, and tries them. */
export function useConnectChannel() {
  return useChange(async ({ channel, tokens }: { channel: Channel; tokens: Record<string, string> }) => {
    const { id, kind, name } = channel
    if (Object.keys(tokens).length > 0) {
      const credentialName = CREDENTIALS[kind]
      const credential = await call(createCredential, { body: { name, credentialName, plainDataObj: tokens } })
      await call(updateChannel, { params: { id }, body: { credentialId: credential.id } })
    }
    return call(connectChannel, { params: { id } })
  })
}

export function useSendAgain() {
  return useChange(({ id, deliveryId }: { id: string; deliveryId: string }) =>
    call(resendChannelDelivery, { params: { id, deliveryId } }),
  )
}

function useChange<Values, Result>(mutationFn: (values: Values) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: CHANNELS }) })
}
