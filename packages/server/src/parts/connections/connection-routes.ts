import { AppError, connectCredential, finishConnection, lookAtConnection } from '@chatwright/contract'
import { createForgeryLimiter } from '../../door/http/failure-limiter.ts'
import { handle, type Handler } from '../../door/http/handle.ts'
import { PENDING_MS, type ConnectionService } from './connection-service.ts'
import { markBrowser, markCookie } from './started-here.ts'

export function connectionRoutes(connections: ConnectionService): Handler[] {
  const countForgery = createForgeryLimiter()
  return [
    handle(finishConnection, async ({ query, request, reply }) => {
      const { code, state, error } = query
      try {
        await connections.finish({ code, state, error, cookies: request.headers.cookie })
        return await reply.redirect('/credentials?connection=connected')
      } catch (fault) {
        if (!(fault instanceof AppError)) throw fault
        if (fault.code === 'link-invalid') countForgery(request.ip)
        // Whoever comes here is a person in a browser: the page says why, and offers it again.
        if (fault.code === 'connection-failed') return reply.redirect('/credentials?connection=failed')
        throw fault
      }
    }),
    handle(connectCredential, async ({ params: { id }, reply }) => {
      const mark = markBrowser()
      const start = await connections.start(id, mark.digest)
      if ('authorizationUrl' in start) {
        reply.header('set-cookie', markCookie(id, mark, { returnTo: connections.redirectUrl, forMs: PENDING_MS }))
      }
      return start
    }),
    handle(lookAtConnection, ({ params }) => connections.look(params.id)),
  ]
}
