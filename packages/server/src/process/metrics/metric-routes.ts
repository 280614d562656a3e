import { metrics as metricsRoute } from '@chatwright/contract'
import type { FastifyInstance } from 'fastify'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { Metrics } from './metrics.ts'

export const metricRoutes = (metrics: Metrics): Handler[] => [
  handle(metricsRoute, async ({ reply }) => reply.type(metrics.contentType).send(await metrics.text())),
]

/** Measures every answer where it leaves. */
export function measureRequests(app: FastifyInstance, metrics: Pick<Metrics, 'request'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.request({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
    done()
  })
}
