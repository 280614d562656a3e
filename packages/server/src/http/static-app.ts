import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const YEAR_SECONDS = 31_536_000

/** Serves the built browser application from the root; false when it is not built. */
export function serveApp(app: FastifyInstance, folder: string): boolean {
  if (!existsSync(join(folder, 'index.html'))) return false
  void app.register(fastifyStatic, {
    root: folder,
    wildcard: true,
    index: ['index.html'],
    preCompressed: true,
    // The page itself is asked for anew each time; everything else carries a digest in its name.
    setHeaders: (reply, path) => {
      const isPage = path.endsWith('.html') || path.includes('.html.')
      reply.header('cache-control', isPage ? 'no-cache' : `public, max-age=${YEAR_SECONDS}, immutable`)
    },
  })
  return true
}

/** A person following a deep link, as against a program asking for data. */
export function isPageRequest(request: FastifyRequest): boolean {
  return request.method === 'GET' && request.headers.accept?.includes('text/html') === true && !isApiPath(request.url)
}

function isApiPath(url: string): boolean {
  return /^\/(api|v1|health|metrics|static)(\/|$|\?)/.test(url)
}
