import { sampleOf, type JsonSchema } from './sample-request.ts'
import { hostileTexts, hostileValues } from './hostile-requests.ts'

interface Operation {
  parameters?: { name: string; in: 'path' | 'query'; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
}

export interface MutatedRequest {
  method: string
  url: string
  headers: Record<string, string>
  payload: string | undefined
}

/** Requests made from an OpenAPI document and then spoiled, the same for the same seed. */
export function* mutatedRequests(
  document: { paths: Record<string, Record<string, unknown>> },
  { count, seed, known = [] }: { count: number; seed: number; known?: readonly string[] },
): Generator<MutatedRequest> {
  const random = randomNumbers(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
  )
  for (let n = 0; n < count; n += 1) {
    const { path, method, operation } = pick(operations)
    const place = (kind: 'path' | 'query') => (operation.parameters ?? []).filter((parameter) => parameter.in === kind)
    const textFor = (schema: JsonSchema): string => {
      const choice = random()
      if (choice < 0.4) return String(sampleOf(schema, 'all'))
      return choice < 0.6 && known.length > 0 ? pick(known) : pick(hostileTexts)
    }
    let url = path
    for (const { name, schema } of place('path')) url = url.replace(`{${name}}`, encodeURIComponent(textFor(schema)))
    const pairs = place('query')
      .filter(() => random() < 0.5)
      .map(({ name, schema }) => `${encodeURIComponent(name)}=${encodeURIComponent(textFor(schema))}`)
    if (random() < 0.1)
      pairs.push(`${encodeURIComponent(pick(hostileTexts))}=${encodeURIComponent(pick(hostileTexts))}`)
    const schema = operation.requestBody?.content['application/json']?.schema
    const body = schema && mutate(sampleOf(schema, random() < 0.5 ? 'all' : 'required'), { random, pick })
    const text = body === undefined ? undefined : JSON.stringify(body)
    yield {
      method: random() < 0.95 ? method.toUpperCase() : pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
      url: pairs.length > 0 ? `${url}?${pairs.join('&')}` : url,
      headers: {
        ...(text !== undefined && { 'content-type': random() < 0.95 ? 'application/json' : pick(contentTypes) }),
        ...(random() < 0.1 && { 'last-event-id': pick(hostileTexts).replaceAll(/[^\x20-\x7e]/g, '') }),
        ...(random() < 0.1 && { 'idempotency-key': pick(hostileTexts).replaceAll(/[^\x20-\x7e]/g, '') }),
        ...(random() < 0.1 && { origin: pick(['null', 'https://evil.example', 'x', 'file://']) }),
      },
      payload: text !== undefined && random() < 0.05 ? text.slice(0, Math.floor(random() * text.length)) : text,
    }
  }
}

const contentTypes = ['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', '']

interface Dice {
  random: () => number
  pick: <Item>(items: readonly Item[]) => Item
}

/** Changes one thing somewhere: a value, a name, one too many, one too few. */
function mutate(value: unknown, dice: Dice): unknown {
  const { random, pick } = dice
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const object = { ...(value as Record<string, unknown>) }
    const names = Object.keys(object)
    const choice = random()
    if (names.length === 0 || choice < 0.15)
      return { ...object, [pick(['extra', 'id', 'isAdmin', 'toString'])]: pick(hostileValues) }
    const name = pick(names)
    if (choice < 0.3) {
      delete object[name]
      return object
    }
    return { ...object, [name]: choice < 0.6 ? pick(hostileValues) : mutate(object[name], dice) }
  }
  if (Array.isArray(value))
    return random() < 0.5 ? [...(value as unknown[]), pick(hostileValues)] : [pick(hostileValues)]
  return pick(hostileValues)
}

/** Small and repeatable (mulberry32): a failing seed can be run again. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
