import type { FastifyRequest } from 'fastify'

/** A header that says something: an empty one is as good as none. */
export function headerOf(request: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const value = request.headers[name]
  const text = Array.isArray(value) ? value[0] : value
  return text === '' ? undefined : text
}
