import { at, listAt, textAt } from './read-body.ts'
import type { ServiceRequest } from './service-request.ts'

/** How a list goes on: from one page's request and answer the next request, or nothing at the end. */
export interface Paging {
  items(body: unknown): unknown[]
  next(request: ServiceRequest, body: unknown, seen: { items: number; headers: Headers }): ServiceRequest | undefined
  /** Asks for pages of the right size, where a service takes one. */
  first?(request: ServiceRequest, most: number): ServiceRequest
}

interface PageSize {
  /** The query parameter or field of the body that holds it. */
  name: string
  most: number
}

/** The answer has a token, which the next request shows. */
export function tokenPages(
  items: string,
  { from, to, size, inBody }: { from: string; to: string; size?: PageSize; inBody?: true },
): Paging {
  return {
    items: (body) => listAt(body, items),
    ...firstPage(size, inBody),
    next(request, body) {
      const token = textAt(body, from)
      return token === '' ? undefined : withValue(request, { name: to, value: token, inBody })
    },
  }
}

/** Pages are counted by the items before them. */
export function offsetPages(items: string, { name, size }: { name: string; size: PageSize }): Paging {
  return {
    items: (body) => listAt(body, items),
    ...firstPage(size),
    next: (request, body, seen) =>
      listAt(body, items).length < Number(request.query?.[size.name] ?? size.most)
        ? undefined
        : withValue(request, { name, value: seen.items }),
  }
}

/** The answer names the address of the next page, in its body or in its `link` header. */
export function linkPages(items: string, { from, size }: { from?: string; size?: PageSize } = {}): Paging {
  return {
    items: (body) => listAt(body, items),
    ...firstPage(size),
    next(request, body, { headers }) {
      const link = from === undefined ? nextLink(headers) : at(body, from)
      if (typeof link !== 'string' || !URL.canParse(link)) return undefined
      const { origin, pathname, searchParams } = new URL(link)
      // Another host's page is not shown what this one is.
      if (request.base !== undefined && new URL(request.base).origin !== origin) return undefined
      const base = request.base === undefined ? '' : new URL(request.base).pathname.replace(/\/$/, '')
      return {
        ...request,
        path: pathname.startsWith(base) ? pathname.slice(base.length) : pathname,
        query: Object.fromEntries(searchParams),
      }
    },
  }
}

function nextLink(headers: Headers): string | undefined {
  const links = (headers.get('link') ?? '').split(',')
  const next = links.find((link) => link.includes('rel="next"'))
  return next === undefined ? undefined : /<([^<>]+)>/.exec(next)?.[1]
}

function firstPage(size: PageSize | undefined, inBody?: true): Pick<Paging, 'first'> {
  if (!size) return {}
  return {
    first: (request, most) => withValue(request, { name: size.name, value: Math.min(most, size.most), inBody }),
  }
}

function withValue(
  request: ServiceRequest,
  { name, value, inBody }: { name: string; value: string | number; inBody?: true | undefined },
): ServiceRequest {
  if (request.form) return { ...request, form: { ...request.form, [name]: String(value) } }
  return inBody
    ? { ...request, body: { ...(request.body as object), [name]: value } }
    : { ...request, query: { ...request.query, [name]: value } }
}
