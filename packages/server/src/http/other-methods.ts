import { AppError, type Method, type Route } from '@chatwright/contract'
import type { FastifyInstance } from 'fastify'
import type { Handler } from './handle.ts'

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Answers 405 with the methods an address does take, instead of saying that nothing is there. */
export function refuseOtherMethods(app: FastifyInstance, handlers: readonly Handler[]): void {
  const addresses = new Map<string, { url: string; declared: Set<Method> }>()
  for (const { route } of handlers) {
    const url = addressOf(route)
    // Two routes may name the same place of an address differently.
    const shape = url.replaceAll(/:\w+/g, ':')
    const address = addresses.get(shape) ?? { url, declared: new Set() }
    addresses.set(shape, { ...address, declared: address.declared.add(route.method) })
  }
  for (const { url, declared } of addresses.values()) {
    const allow = [...declared].join(', ')
    app.route({
      method: methods.filter((method) => !declared.has(method)),
      url,
      onRequest: async (_, reply) => {
        reply.header('allow', allow)
        throw new AppError('method-not-allowed')
      },
      handler: () => undefined,
    })
  }
}

export function addressOf(route: Pick<Route, 'base' | 'path'>): string {
  return `${route.base}${route.path}`
}
