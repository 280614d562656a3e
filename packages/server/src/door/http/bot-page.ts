import type { FastifyInstance } from 'fastify'
import { contentPolicy } from './security-headers.ts'

/** The sites that may show a flow's chat page in a frame; none for a flow that is not public. */
export type FrameOrigins = (flowId: string) => Promise<readonly string[]>

/** The one page that may stand in a frame: a public flow's chat, on the sites its owner listed. */
export function serveBotPage(app: FastifyInstance, frameOrigins: FrameOrigins): void {
  app.get<{ Params: { id: string } }>('/chatbot/:id', async ({ params }, reply) => {
    // Whatever is wrong with the flow, the page itself opens and says so.
    const origins = await frameOrigins(params.id).catch(() => [])
    const ancestors = origins.flatMap(toSource)
    if (ancestors.length > 0) {
      reply.removeHeader('x-frame-options')
      reply.header('content-security-policy', contentPolicy({ frameAncestors: ancestors }))
    }
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}

/** An origin or a bare host as the policy writes it; anything that could end the directive is left out. */
function toSource(origin: string): string[] {
  if (origin === '*') return ['*']
  const [, scheme = '', host = ''] = /^(https?:\/\/)?([\w.-]+(?::\d+)?)\/?$/i.exec(origin) ?? []
  if (host === '') return []
  return scheme === '' ? [`https://${host}`, `http://${host}`] : [`${scheme.toLowerCase()}${host}`]
}
