import { AppError } from '@chatwright/contract'
import type { FastifyRequest } from 'fastify'
import { createForgeryLimiter } from '../../door/http/failure-limiter.ts'
import { channelKinds, type OpenChannel } from './channel-access.ts'
import type { ChannelEvent, RawRequest, Received } from './channel-kind.ts'
import type { ChannelRow, ChannelStore } from './channel-store.ts'
import type { MessageStore } from './message-store.ts'

/** Takes what a vendor sends, keeps it, and gives what the vendor wants to hear at once. Throws for what nobody signed. */
export interface ChannelDoor {
  receive(channelId: string, request: FastifyRequest): Promise<string>
  /** The same for a vendor that asks first whether it may send. */
  verify(
    channelId: string,
    request: FastifyRequest,
    query: Readonly<Record<string, string | undefined>>,
  ): Promise<string>
}

export interface DoorDependencies {
  channels: Pick<ChannelStore, 'find'>
  messages: Pick<MessageStore, 'keep' | 'knows'>
  open: OpenChannel
  /** Something is there to be done. */
  onKept: () => void
}

export function createChannelDoor({ channels, messages, open, onKept }: DoorDependencies): ChannelDoor {
  const countForgery = createForgeryLimiter()

  const refuse = (ip: string, error: unknown = new AppError('signature-invalid')): never => {
    countForgery(ip)
    throw error
  }

  const read = async (channel: ChannelRow, raw: RawRequest, ip: string): Promise<Received> => {
    const kind = channelKinds[channel.kind]
    if (channel.credential_id === null) {
      // An app is asked whether it listens before anybody could have copied its secret here.
      const answer = kind.greetUnproved?.(raw)
      return answer === undefined ? refuse(ip) : { answer }
    }
    const access = await open(channel)
    try {
      return kind.receive(raw, access)
    } catch (error) {
      return refuse(ip, error)
    }
  }

  const keep = async (channel: ChannelRow, event: ChannelEvent): Promise<void> => {
    if (event.type === 'message' && event.isOverheard && !(await messages.knows(channel.id, event.conversation))) return
    if ((await messages.keep(channel, event)) === 'new') onKept()
  }

  const receive: ChannelDoor['receive'] = async (channelId, request) => {
    const channel = await channels.find(channelId)
    // Whoever asks cannot tell a channel that is not there from one that does not know them.
    if (!channel) return refuse(request.ip)
    const raw: RawRequest = {
      headers: request.headers,
      contentType: (request.headers['content-type'] ?? '').toLowerCase(),
      bytes: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    }
    const { answer = '', event, more = [] } = await read(channel, raw, request.ip)
    // Refused, it would be sent for hours, and then nothing at all any more.
    if (!event || channel.is_enabled !== 1) return answer
    for (const each of [event, ...more]) await keep(channel, each)
    return answer
  }

  return {
    receive,
    async verify(channelId, request, query) {
      const channel = await channels.find(channelId)
      if (!channel || channel.credential_id === null) return refuse(request.ip)
      const access = await open(channel)
      return channelKinds[channel.kind].verify?.(query, access) ?? refuse(request.ip)
    },
  }
}
