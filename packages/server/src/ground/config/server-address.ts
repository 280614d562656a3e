import type { Config } from './config.ts'

/** Where others reach this server, as far as it knows. */
export function serverAddress({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`
}
