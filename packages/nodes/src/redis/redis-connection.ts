import { NodeError, type NodeContext } from '@chatwright/core'
import type { Redis } from 'ioredis'

interface Connection {
  client: Redis
  closeTimer: NodeJS.Timeout
  /** Why the server was last out of reach. */
  lastFailure?: Error
}

export interface RedisPlace {
  url: string
  dialAddress: NodeContext['dialAddress']
}

const idleMs = 60_000
const connections = new Map<string, Promise<Connection>>()

/**
 * Uses the one connection to a server that all nodes with its address share. It opens on first use and closes when
 * nobody used it for a minute, since nodes are built and dropped without notice.
 */
export async function useRedis<Value>(
  { url, dialAddress }: RedisPlace,
  work: (client: Redis) => Promise<Value>,
): Promise<Value> {
  const opening = connections.get(url) ?? open(url, dialAddress)
  connections.set(url, opening)
  const connection = await opening.catch((error: unknown) => {
    // A name that could not be resolved a moment ago must not be refused for ever.
    connections.delete(url)
    throw error
  })
  connection.closeTimer.refresh()
  try {
    return await work(connection.client)
  } catch (error) {
    throw redisError(url, reasonOf(error, connection))
  }
}

/** The library says how often it tried; why it failed is what helps. */
function reasonOf(error: unknown, { lastFailure }: Connection): unknown {
  return error instanceof Error && error.name === 'MaxRetriesPerRequestError' ? (lastFailure ?? error) : error
}

async function open(url: string, dialAddress: NodeContext['dialAddress']): Promise<Connection> {
  const { Redis } = await import('ioredis')
  const place = new URL(url)
  const { hostname } = place
  const address = await dialAddress(hostname)
  place.hostname = address.includes(':') ? `[${address}]` : address
  const client = new Redis(place.href, {
    // Certificates are checked against the name, although the checked address is dialled.
    ...(place.protocol === 'rediss:' && { tls: { servername: hostname } }),
    lazyConnect: true,
    connectTimeout: 5000,
    commandTimeout: 5000,
    maxRetriesPerRequest: 2,
  })
  const closeTimer = setTimeout(() => {
    connections.delete(url)
    client.disconnect()
  }, idleMs)
  closeTimer.unref()
  const connection: Connection = { client, closeTimer }
  // Without a listener a lost connection would end the process; each command reports its own failure.
  client.on('error', (failure) => {
    connection.lastFailure = failure
  })
  return connection
}

function redisError(url: string, error: unknown): NodeError {
  const { host } = new URL(url)
  const message = error instanceof Error ? error.message : String(error)
  if (/NOAUTH|WRONGPASS|invalid password/i.test(message)) {
    return new NodeError(`Redis at ${host} refused the login.`, {
      code: 'wrong-credential',
      field: 'credential',
      hint: "Check the user and password in this node's Redis credential.",
      cause: error,
    })
  }
  return new NodeError(`Redis at ${host} can't be used: ${message}`, {
    code: 'unreachable',
    field: 'credential',
    hint: 'Check that the server is running and that the Redis credential has the right address.',
    isRetryable: true,
    cause: error,
  })
}
