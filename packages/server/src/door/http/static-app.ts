import { SCREEN_PATHS } from '@chatwright/contract'
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
    // Assets carry a digest in their name; the page and whatever else has a fixed name is asked for anew each time.
    setHeaders: (reply, path) => {
      const isAsset = path.startsWith(join(folder, 'assets'))
      reply.header('cache-control', isAsset ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
      // The embeddable chat is a module, which browsers load from another site only with its leave.
      if (path.startsWith(join(folder, 'widget'))) reply.header('access-control-allow-origin', '*')
    },
  })
  return true
}

/** A person following a deep link, or a program that looks at a screen's address; never one that asks for data. */
export function isPageRequest({ method, url, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || isApiPath(url)) return false
  if (accept.includes('text/html')) return true
  return !/\bjson\b|event-stream/.test(accept) && isScreenPath(url)
}

/** What ends like a file is none: a part of the application that is missing has to be told as missing. */
function isScreenPath(url: string): boolean {
  const path = withoutSlashes(url.split(/[?#]/, 1)[0] ?? '')
  return SCREENS.test(path) && !/\.\w{1,8}$/.test(path)
}

const SCREENS = new RegExp(`^(?:${SCREEN_PATHS.map((path) => path.replaceAll(/:\w+/g, '[^/]+')).join('|')})$`)

function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

function isApiPath(url: string): boolean {
  return /^\/(api|v1|health|metrics|static)(\/|$|\?)/.test(url)
}
