import { AppError, connectCredential, finishConnection, lookAtConnection } from '@chatwright/contract'
import { createForgeryLimiter } from '../../door/http/failure-limiter.ts'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { ConnectionService } from './connection-service.ts'

export function connectionRoutes(connections: ConnectionService): Handler[] {
  const countForgery = createForgeryLimiter()
  return [
    handle(finishConnection, async ({ query, request, reply }) => {
      const { code, state, error } = query
      try {
        await connections.finish({ code, state, error })
        return await reply.redirect('/credentials?connection=connected')
      } catch (fault) {
        if (!(fault instanceof AppError)) throw fault
        if (fault.code === 'link-invalid') countForgery(request.ip)
        // Whoever comes here is a person in a browser: the page says why, and offers it again.
        if (fault.code === 'connection-failed') return reply.redirect('/credentials?connection=failed')
        throw fault
      }
    }),
    handle(connectCredential, ({ params }) => connections.start(params.id)),
    handle(lookAtConnection, ({ params }) => connections.look(params.id)),
  ]
}
