import { pathSegment } from '../http/path-segment.ts'

export type QueryValue = string | number | boolean | undefined | readonly (string | number)[]

/** One request to a service: what stands behind its base address. */
export interface ServiceRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: Readonly<Record<string, QueryValue>>
  /** Sent as JSON; text and bytes are sent as they are. */
  body?: unknown
  /** Sent as a form. */
  form?: Readonly<Record<string, string | undefined>>
  headers?: Readonly<Record<string, string>>
  /** Another address of the same service. */
  base?: string
  /** What comes back: JSON if nothing is said. */
  answer?: 'json' | 'text' | 'bytes'
  /** It only looks, whatever its method is called: it may be sent again. */
  isReading?: true
}

type Rest = Omit<ServiceRequest, 'method' | 'path'>

export const get = (address: string, query?: ServiceRequest['query'], rest?: Rest): ServiceRequest => ({
  method: 'GET',
  path: address,
  ...(query && { query }),
  ...rest,
})
const withBody =
  (method: ServiceRequest['method']) =>
  (address: string, body?: unknown, rest?: Rest): ServiceRequest => ({
    method,
    path: address,
    ...(body !== undefined && { body }),
    ...rest,
  })
export const post = withBody('POST')
export const put = withBody('PUT')
export const patch = withBody('PATCH')
export const remove = withBody('DELETE')

/** An address with values in it, each in its own segment: none leads elsewhere. */
export function path(texts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return texts.reduce((address, part, index) => {
    const value = values[index - 1]
    const name = (texts[index - 1] ?? '').split('/').at(-2) || 'ID'
    return `${address}${pathSegment(name, String(value))}${part}`
  })
}

/** An address below a folder, whose slashes are its own. */
export function deepPath(name: string, value: string): string {
  return value
    .split('/')
    .filter((part) => part !== '')
    .map((part) => pathSegment(name, part))
    .join('/')
}
