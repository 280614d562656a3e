import type { Config } from './config.ts'

/** Where others reach this server, as far as it knows. */
export function serverAddress({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`
}

/** What stands before the paths of this server in that address. */
export function basePathOf({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '')
}
