import type { FastifyRequest } from 'fastify'

const relayHeaders = [
  'x-forwarded-for',
  'x-real-ip',
  'forwarded',
  'x-forwarded-host',
  'x-forwarded-proto',
  'via',
] as const

/** What shows that a request came through a proxy; undefined where nothing does. */
export function relayOf({ headers, raw }: FastifyRequest): string | undefined {
  const header = relayHeaders.find((name) => headers[name] !== undefined)
  if (header !== undefined) return header
  // Proxies that say nothing of themselves speak the oldest HTTP by default; browsers and clients have not for decades.
  return raw.httpVersion === '1.0' ? 'HTTP/1.0' : undefined
}

/** The header in which a proxy names whom it forwards for. */
export function forwardedBy({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return (['x-forwarded-for', 'forwarded', 'x-real-ip'] as const).find((name) => headers[name] !== undefined)
}
