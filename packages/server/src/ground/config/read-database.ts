import { join, resolve } from 'node:path'

export type DatabaseSetting = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string }

const trueWords = new Set(['1', 'true', 'yes', 'on'])

/** Which database was meant, in our words or in those of Flowise; faults are added to the list. */
export function readDatabase(
  values: Record<string, string | undefined>,
  faults: string[],
): DatabaseSetting | undefined {
  const url = values['DATABASE_URL']
  if (url) {
    if (/^postgres(ql)?:\/\//.test(url)) return { kind: 'postgres', url }
    if (url.startsWith('file:')) return { kind: 'sqlite', file: resolve(url.slice('file:'.length)) }
    faults.push(`DATABASE_URL should start with postgres:// or file:, not ${JSON.stringify(url.split(':')[0])}.`)
    return undefined
  }
  switch (values['DATABASE_TYPE']) {
    case undefined:
    case 'sqlite':
      return values['DATABASE_PATH']
        ? { kind: 'sqlite', file: join(resolve(values['DATABASE_PATH']), 'chatwright.sqlite') }
        : undefined
    case 'postgres': {
      const {
        DATABASE_HOST = 'localhost',
        DATABASE_PORT = '5432',
        DATABASE_NAME,
        DATABASE_USER,
        DATABASE_PASSWORD,
      } = values
      if (!DATABASE_NAME || !DATABASE_USER) {
        faults.push('DATABASE_TYPE=postgres needs DATABASE_NAME and DATABASE_USER, or set DATABASE_URL instead.')
        return undefined
      }
      const secret = DATABASE_PASSWORD ? `:${encodeURIComponent(DATABASE_PASSWORD)}` : ''
      const tls = trueWords.has((values['DATABASE_SSL'] ?? '').toLowerCase()) ? '?sslmode=require' : ''
      return {
        kind: 'postgres',
        url: `postgres://${encodeURIComponent(DATABASE_USER)}${secret}@${DATABASE_HOST}:${DATABASE_PORT}/${DATABASE_NAME}${tls}`,
      }
    }
    default:
      faults.push(`DATABASE_TYPE should be sqlite or postgres, not ${JSON.stringify(values['DATABASE_TYPE'])}.`)
      return undefined
  }
}
