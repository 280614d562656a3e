import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

/** PostgreSQL itself with the real pgvector, inside this process: few machines have the extension installed. */
export async function startPgvector(): Promise<{ port: number; stop(): Promise<void> }> {
  const db = await PGlite.create({ extensions: { vector } })
  const port = await freePort()
  const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port })
  await server.start()
  return {
    port,
    stop: async () => {
      await server.stop()
      await db.close()
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
