import { NodeError, type NodeContext } from '@chatwright/core'
import type { ClientConfig } from 'pg'

/** What a connection address says, with the checked address to dial in place of the host's name. */
export async function readPostgresUrl(text: string, dialAddress: NodeContext['dialAddress']): Promise<ClientConfig> {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new NodeError("This isn't a PostgreSQL URL.", {
      code: 'bad-input',
      field: 'url',
      hint: 'Use a URL such as postgresql://user:password@host:5432/database.',
    })
  }
  return dialled(
    {
      host: url.hostname,
      ...(url.port !== '' && { port: Number(url.port) }),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: decodeURIComponent(url.pathname.slice(1)),
      ssl: tlsOf(url.searchParams.get('sslmode')),
    },
    dialAddress,
  )
}

/** The same connection, dialled by its checked address; certificates are still checked against the name. */
export async function dialled(
  connection: ClientConfig,
  dialAddress: NodeContext['dialAddress'],
): Promise<ClientConfig> {
  const host = connection.host ?? 'localhost'
  const address = await dialAddress(host)
  const { ssl } = connection
  if (!ssl || address === host) return { ...connection, host: address }
  return { ...connection, host: address, ssl: { ...(ssl === true ? {} : ssl), servername: host } }
}

function tlsOf(mode: string | null): ClientConfig['ssl'] {
  if (mode === null || mode === 'disable' || mode === 'prefer' || mode === 'allow') return false
  return mode === 'no-verify' ? { rejectUnauthorized: false } : {}
}
