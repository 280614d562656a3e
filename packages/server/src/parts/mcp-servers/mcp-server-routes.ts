import {
  AppError,
  authorizeCustomMcpServer,
  createCustomMcpServer,
  deleteCustomMcpServer,
  finishMcpAuthorization,
  getCustomMcpServer,
  listCustomMcpServers,
  listCustomMcpTools,
  updateCustomMcpServer,
} from '@chatwright/contract'
import { createForgeryLimiter } from '../../door/http/failure-limiter.ts'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { McpServerService } from './mcp-server-service.ts'

export function mcpServerRoutes(servers: McpServerService): Handler[] {
  const countForgery = createForgeryLimiter()
  return [
    handle(finishMcpAuthorization, async ({ query, request, reply }) => {
      const { code, state, iss: issuer, error } = query
      try {
        await servers.finish({ code, state, issuer, error })
        return await reply.redirect('/tools?mcp=connected')
      } catch (fault) {
        if (!(fault instanceof AppError)) throw fault
        if (fault.code === 'link-invalid') countForgery(request.ip)
        // Whoever comes here is a person in a browser: the page says why, and offers it again.
        if (fault.code === 'mcp-server-failed') return reply.redirect('/tools?mcp=failed')
        throw fault
      }
    }),
    handle(listCustomMcpServers, ({ query }) => servers.list(query)),
    handle(createCustomMcpServer, ({ body }) => servers.create(body)),
    handle(getCustomMcpServer, ({ params }) => servers.get(params.id)),
    handle(updateCustomMcpServer, ({ params, body }) => servers.update(params.id, body)),
    handle(deleteCustomMcpServer, ({ params }) => servers.delete(params.id)),
    handle(authorizeCustomMcpServer, ({ params }) => servers.authorize(params.id)),
    handle(listCustomMcpTools, ({ params }) => servers.tools(params.id)),
  ]
}
