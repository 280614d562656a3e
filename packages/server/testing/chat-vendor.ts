import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface VendorCall {
  /** `sendMessage`, `chat.postMessage`, or the path of a file. */
  method: string
  headers: IncomingHttpHeaders
  /** Parsed where it is JSON or a form, else the text of it. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests assert the shape of what they read
  body: any
}

export interface ChatVendor {
  url: string
  calls: VendorCall[]
  /** The bodies of all calls of a method, in their order. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  sent(method: string): any[]
  /** What the next calls of a method are answered with, one each, before the usual answer counts again. */
  upcoming: Map<
    string,
    { status?: number; headers?: Record<string, string>; body?: unknown; isCut?: boolean; isHeld?: boolean }[]
  >
  /** Files that it hands out, by their path. */
  files: Map<string, Buffer>
  close(): Promise<void>
}

/** Telegram, Slack and WhatsApp on this machine, answering as their documents say: the only part of a test that is not real. */
export async function startChatVendor(): Promise<ChatVendor> {
  const vendor: ChatVendor = {
    url: '',
    calls: [],
    sent: (method) => vendor.calls.filter((call) => call.method === method).map(({ body }) => body),
    upcoming: new Map(),
    files: new Map(),
    close: async () => undefined,
  }
  let webhook = ''
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { pathname } = new URL(request.url ?? '/', 'http://vendor')
      const file = vendor.files.get(pathname)
      const method = file ? pathname : pathname.replace(/^.*\//, '')
      const text = Buffer.concat(pieces).toString()
      const body = readBody(text, request.headers['content-type'])
      vendor.calls.push({ method, headers: request.headers, body })
      const next = vendor.upcoming.get(method)?.shift()
      if (next?.isHeld) return
      if (method === 'setWebhook') webhook = (body as { url: string }).url
      if (method === 'deleteWebhook') webhook = ''
      if (next?.isCut) response.destroy()
      else if (file) response.writeHead(next?.status ?? 200).end(file)
      else {
        response
          .writeHead(next?.status ?? 200, { 'content-type': 'application/json', ...next?.headers })
          .end(JSON.stringify(next?.body ?? usualAnswer(method, { url: vendor.url, webhook })))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  vendor.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  vendor.close = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return vendor
}

const BOT = { id: 110201543, is_bot: true, first_name: 'Helper', username: 'helper_bot' }

function usualAnswer(method: string, { url, webhook }: { url: string; webhook: string }): object {
  const answers: Record<string, object> = {
    getMe: { ok: true, result: BOT },
    setWebhook: { ok: true, result: true, description: 'Webhook was set' },
    deleteWebhook: { ok: true, result: true, description: 'Webhook was deleted' },
    getWebhookInfo: {
      ok: true,
      result: { url: webhook, has_custom_certificate: false, pending_update_count: 0 },
    },
    getFile: { ok: true, result: { file_id: 'F1', file_unique_id: 'U1', file_path: 'documents/file_1.txt' } },
    'auth.test': {
      ok: true,
      url: 'https://example.slack.com/',
      team: 'Example',
      user: 'helper',
      team_id: 'T123ABC',
      user_id: 'U0BOT',
      bot_id: 'B0BOT',
    },
    'chat.postMessage': { ok: true, channel: 'C1', ts: '1503435956.000247', message: { type: 'message' } },
    'files.getUploadURLExternal': { ok: true, upload_url: `${url}/upload/1`, file_id: 'F123ABC456' },
    messages: { messaging_product: 'whatsapp', messages: [{ id: 'wamid.out' }] },
    media: { id: 'M1' },
    '106540352242922': { success: true, display_phone_number: '+1 555 0100', verified_name: 'Helper' },
    MEDIA1: { url: `${url}/whatsapp/media-1`, mime_type: 'text/plain' },
    'files.completeUploadExternal': { ok: true, files: [{ id: 'F123ABC456', title: 'file' }] },
  }
  return answers[method] ?? { ok: true, result: true }
}

function readBody(text: string, type = ''): unknown {
  if (type.includes('json')) return JSON.parse(text)
  if (type.includes('urlencoded')) return Object.fromEntries(new URLSearchParams(text))
  return text
}
