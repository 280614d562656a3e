import {
  callMcp,
  callMcpFlow,
  createMcpServer,
  deleteMcpServer,
  getMcpServer,
  refreshMcpToken,
  updateMcpServer,
} from '@chatwright/contract'
import type { EventStreams } from '../../door/http/event-stream.ts'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { FlowDoor } from './flow-door.ts'
import type { FlowMcpService } from './flow-mcp-service.ts'
import type { ServerDoor } from './server-door.ts'
import { serveMcp } from './serve-mcp.ts'

export function mcpRoutes({
  offers,
  enter,
  enterServer,
  streams,
}: {
  offers: FlowMcpService
  enter: FlowDoor
  enterServer: ServerDoor
  streams: EventStreams
}): Handler[] {
  return [
    handle(getMcpServer, ({ params }) => offers.get(params.id)),
    handle(createMcpServer, ({ params, body }) => offers.create(params.id, body)),
    handle(updateMcpServer, ({ params, body }) => offers.update(params.id, body)),
    handle(deleteMcpServer, ({ params }) => offers.delete(params.id)),
    handle(refreshMcpToken, ({ params }) => offers.refresh(params.id)),
    handle(callMcpFlow, async ({ params, request, reply }) =>
      serveMcp(await enter(params.id, request), { request, reply, streams }),
    ),
    handle(callMcp, ({ asker, request, reply }) => serveMcp(enterServer(asker, request), { request, reply, streams })),
  ]
}
