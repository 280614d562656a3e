import { AppError, type Method, type Route } from '@chatwright/contract'
import type { FastifyInstance } from 'fastify'
import type { Handler } from './handle.ts'
import { whatToUseInstead } from './older-routes.ts'

const methods: ReadonlySet<string> = new Set<Method>(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

interface Address {
  places: readonly string[]
  taken: readonly Method[]
}

/**
 * Answers 405 with the methods an address does take, instead of saying that nothing is there. Found out once nothing was found:
 * a route for each method that is not taken would be most of the routes there are, and of what a server takes to start.
 */
export function refuseOtherMethods(app: FastifyInstance, handlers: readonly Handler[]): void {
  const addresses = addressesOf(handlers.map(({ route }) => route))
  app.addHook('onRequest', (request, reply, done) => {
    const taken = request.is404 && methods.has(request.method) ? methodsAt(request.url, addresses) : new Set()
    if (taken.size === 0) {
      done()
      return
    }
    reply.header('allow', [...taken].join(', '))
    const message = whatToUseInstead(request.url)
    done(new AppError('method-not-allowed', undefined, message === undefined ? {} : { message }))
  })
}

function addressesOf(routes: readonly Route[]): Address[] {
  const declared = new Map<string, Set<Method>>()
  for (const route of routes) {
    // Two routes may name the same place of an address differently.
    const shape = addressOf(route).replaceAll(/:\w+/g, ':')
    declared.set(shape, (declared.get(shape) ?? new Set()).add(route.method))
  }
  return Array.from(declared, ([shape, taken]) => ({ places: shape.split('/'), taken: [...taken] }))
}

/** A word may stand where another route takes a parameter: both are at its address. */
function methodsAt(url: string, addresses: readonly Address[]): Set<Method> {
  const [path = ''] = url.split('?')
  const given = (path.endsWith('/') ? path.slice(0, -1) : path).split('/')
  const fitting = addresses.filter(
    ({ places }) =>
      places.length === given.length &&
      places.every((place, index) => (place === ':' ? given[index] !== '' : place === given[index])),
  )
  return new Set(fitting.flatMap(({ taken }) => taken))
}

export function addressOf(route: Pick<Route, 'base' | 'path'>): string {
  return `${route.base}${route.path}`
}
