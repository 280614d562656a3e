import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../../ground/db/database.ts'
import { drawFlow } from '../../../testing/crash-rounds.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { makeCertificate } from '../../../testing/own-certificate.ts'
import { startSmtpServer } from '../../../testing/smtp-server.ts'
import { spawnServer, temporaryFolder } from '../../../testing/spawned-server.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }
const folder = temporaryFolder()
const PASSWORD = 'hush@hush'
let model: FakeVendor
let keys: ReturnType<typeof makeCertificate>

beforeAll(async () => {
  model = await startFakeVendor()
  keys = makeCertificate(folder.path)
})
afterAll(async () => {
  await model.close()
  folder.remove()
})

interface Sent {
  id: string
  state: string
  tries: number
  error: string | null
}

test.concurrent.each([
  { name: 'from the first byte', scheme: 'smtps', isImplicit: true },
  { name: 'once both sides agree', scheme: 'smtp', isImplicit: false },
])(
  'mail encrypted $name: a wrong password is told of in the log, and the next try with the right one arrives',
  async ({ scheme, isImplicit }) => {
    const smtp = await startSmtpServer({ tls: { ...keys, isImplicit }, login: { user: 'me', pass: 'another' } })
    const data = temporaryFolder()
    const server = await spawnServer({
      DATA_DIR: data.path,
      LOG_LEVEL: 'silent',
      SMTP_URL: `${scheme}://me:${encodeURIComponent(PASSWORD)}@localhost:${smtp.port}`,
      MAIL_FROM: 'flows@example.com',
      // As an operator lets a server trust an authority of their own.
      NODE_EXTRA_CA_CERTS: keys.certFile,
    })
    const call = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
      const response = await fetch(`${server.url}/api/v1${path}`, {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      return (await response.json()) as Answer
    }
    try {
      const flowId = await drawFlow(server.url, model.url)
      const notice = { flowId, url: 'mailto:ops@example.com', events: ['finished'] }
      const { id } = await call<{ id: string }>('POST', '/notices', notice)
      const newest = async () => (await call<{ data: Sent[] }>('GET', `/notices/${id}/deliveries`)).data[0]
      await call('POST', `/prediction/${flowId}`, { question: 'Lamps' })
      await vi.waitFor(async () => {
        expect((await newest())?.error).toBe('The mail server rejected the username and password in SMTP_URL (535).')
      }, PATIENCE)
      expect(smtp.mails).toEqual([])

      smtp.login = { user: 'me', pass: PASSWORD }
      // The pause before the next try is the product's; a test need not sit through it.
      const database = await openDatabase({ kind: 'sqlite', file: join(data.path, 'chatwright.sqlite') })
      await database.query.updateTable('delivery').set({ due_at: '2000-01-01T00:00:00.000Z' }).execute()
      await database.close()
      await vi.waitFor(
        async () => expect(await newest()).toMatchObject({ state: 'sent', tries: 2, error: null }),
        PATIENCE,
      )
      expect(smtp.mails.map(({ data: text }) => text)).toEqual([
        expect.stringContaining(`<${(await newest())?.id}@chatwright>`),
      ])
      expect(smtp.overheard.filter((line) => /^(?:AUTH|MAIL)/.test(line))).toEqual([])
    } finally {
      await server.stop('SIGKILL')
      await smtp.close()
      data.remove()
    }
  },
)
