import type { WebhookSettings } from './read-webhook.ts'
import { TIME_HEADER } from './signature.ts'

/** A request that a webhook takes, as lines of a shell that has its secret in `SECRET`. */
export function exampleOf(
  { method, contentType, signature }: Pick<WebhookSettings, 'method' | 'contentType' | 'signature'>,
  address: string,
): string {
  const { origin, pathname } = new URL(address)
  const hasBody = method !== 'GET'
  const text = contentType === 'application/json' ? '{"question":"Hello"}' : 'question=Hello'
  const isTimed = signature?.windowSeconds !== undefined
  const made = signature && signing[signature.type]({ method, hasBody, isTimed })
  const headers = [
    ...(hasBody ? [`Content-Type: ${contentType}`] : []),
    ...(isTimed ? [`${TIME_HEADER}: $time`] : []),
    ...(signature && made ? [`${signature.header}: ${made.shown}`] : []),
  ]
  return [
    ...(isTimed ? ['time=$(date +%s)'] : []),
    `path='${pathname}${hasBody ? '' : '?question=Hello'}'`,
    ...(hasBody ? [`body='${text}'`] : []),
    ...(made?.lines ?? []),
    [
      `curl "${origin}$path" -X ${method}`,
      ...(hasBody ? ['-d "$body"'] : []),
      ...headers.map((header) => `-H "${header}"`),
    ].join(' \\\n  '),
  ].join('\n')
}

interface Request {
  method: string
  hasBody: boolean
  isTimed: boolean
}

const DIGEST = `openssl dgst -sha256 -hmac "$SECRET" -hex | sed 's/.* //'`

const signing: Record<
  NonNullable<WebhookSettings['signature']>['type'],
  (request: Request) => { lines: string[]; shown: string }
> = {
  v2: ({ method, hasBody }) => ({
    lines: [
      `target=$(printf '%s' "$path" | sed 's/[.]/%2E/g')`,
      `signature=$(printf '%s.${method}.%s.%s' "$time" "$target" "${hasBody ? '$body' : ''}" | ${DIGEST})`,
    ],
    shown: 'v2=$signature',
  }),
  'hmac-sha256': ({ hasBody, isTimed }) => ({
    lines: [
      `signature=$(printf '${isTimed ? '%s.%s' : '%s'}' ${isTimed ? '"$time" ' : ''}"${hasBody ? '$body' : '${path#*\\?}'}" | ${DIGEST})`,
    ],
    shown: 'sha256=$signature',
  }),
  'plain-token': () => ({ lines: [], shown: '$SECRET' }),
}
