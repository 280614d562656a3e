import {
  connectChannel,
  createChannel,
  deleteChannel,
  getChannel,
  listChannelDeliveries,
  listChannels,
  receiveChannelEvent,
  resendChannelDelivery,
  updateChannel,
  verifyChannelAddress,
} from '@chatwright/contract'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { ChannelDoor } from './channel-door.ts'
import type { ChannelService } from './channel-service.ts'

export const channelRoutes = (channels: ChannelService, door: ChannelDoor): Handler[] => [
  handle(receiveChannelEvent, async ({ params, request, reply }) =>
    reply.type('text/plain; charset=utf-8').send(await door.receive(params.id, request)),
  ),
  handle(verifyChannelAddress, ({ params, query, request }) => door.verify(params.id, request, query)),
  handle(listChannels, () => channels.list()),
  handle(createChannel, ({ body }) => channels.create(body)),
  handle(getChannel, ({ params }) => channels.get(params.id)),
  handle(updateChannel, ({ params, body }) => channels.update(params.id, body)),
  handle(deleteChannel, ({ params }) => channels.delete(params.id)),
  handle(connectChannel, ({ params }) => channels.connect(params.id)),
  handle(listChannelDeliveries, ({ params, query }) => channels.deliveries(params.id, query)),
  handle(resendChannelDelivery, ({ params }) => channels.sendAgain(params.id, params.deliveryId)),
]
