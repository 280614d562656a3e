import fastifyStatic from '@fastify/static'
import { AppError } from '@chatwright/contract'
import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { answerError } from './error-answer.ts'

const YEAR_SECONDS = 31_536_000

/** Serves the built browser application from the root; deep links get its page. */
export function serveApp(app: FastifyInstance, folder: string): void {
  if (!existsSync(join(folder, 'index.html'))) return
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
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html') === true
    if (!wantsPage || isApiPath(request.url)) return answerError(new AppError('not-found'), request, reply)
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}

function isApiPath(url: string): boolean {
  return /^\/(api|v1|health|metrics|static)(\/|$|\?)/.test(url)
}
