import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MailSettings } from '../../ground/config/read-mail.ts'
import { createOutbound } from '../../guards/outbound/outbound.ts'
import { makeCertificate } from '../../../testing/own-certificate.ts'
import { startSmtpServer, type SmtpServer } from '../../../testing/smtp-server.ts'
import { temporaryFolder } from '../../../testing/spawned-server.ts'
import { createMailNews } from './mail-news.ts'
import type { News } from './news.ts'

let smtp: SmtpServer
const { dialAddress } = createOutbound({ allowedPrivateHosts: [] })
const news: News = {
  id: 'run.notice',
  event: 'run.failed',
  createdAt: '2026-11-17T00:00:00.000Z',
  flow: { id: 'flow', name: 'Orders\r\nBcc: all@example.com für alle', version: 1 },
  run: {
    id: 'run',
    executionId: null,
    chatId: 'chat',
    status: 'failed',
    question: 'Where is order 7?\n.\nQUIT',
    answer: 'a'.repeat(5000),
    error: 'The model refused the key.',
    durationMs: 812,
    link: 'https://chat.example.com/runs/run',
  },
}
const send = (settings: Partial<MailSettings> = {}, to = 'mailto:ops@example.com,me@example.com') =>
  createMailNews({
    settings: {
      host: '127.0.0.1',
      port: smtp.port,
      isSecure: false,
      login: undefined,
      from: 'Chatwright <flows@example.com>',
      ...settings,
    },
    dialAddress,
  })(to, [news])

const folder = temporaryFolder()
beforeAll(async () => {
  smtp = await startSmtpServer()
})
afterAll(async () => {
  await smtp.close()
  folder.remove()
})
beforeEach(() => {
  smtp.mails.length = 0
  smtp.said.length = 0
})

test('a mail goes to everybody named, says what happened, and no text of a run becomes a header or a command', async () => {
  await send()
  expect(smtp.mails).toHaveLength(1)
  const [{ from, to, data } = { from: '', to: [], data: '' }] = smtp.mails
  expect(from).toContain('<flows@example.com>')
  expect(to.map((line) => line.slice('RCPT TO:'.length))).toEqual(['<ops@example.com>', '<me@example.com>'])
  const head = data.slice(0, data.indexOf('\n\n'))
  expect(head).toContain('Message-ID: <run.notice@chatwright>')
  expect(head.split('\n').filter((line) => line.startsWith('Bcc:'))).toEqual([])
  // Long lines are folded on the way.
  const text = data.replaceAll('=\n', '')
  expect(text).toContain('The model refused the key.')
  expect(text).toContain('https://chat.example.com/runs/run')
  expect(text).toContain(`Answer: ${'a'.repeat(2000)}=E2=80=A6`)
  expect(smtp.said.filter((line) => line === 'QUIT').length).toBeLessThanOrEqual(1)
})

test('a mail that is not taken fails with the words of the server', async () => {
  smtp.refusals.push('451 Try again later')
  await expect(send()).rejects.toThrow('451 Try again later')
})

test('a mail server that nobody vouches for hears neither password nor mail, and the reason says what to do', async () => {
  const keys = makeCertificate(folder.path)
  const login = { user: 'me', pass: 'hush-hush' }
  for (const isImplicit of [true, false]) {
    const strange = await startSmtpServer({ tls: { ...keys, isImplicit }, login })
    const settings = { host: 'localhost', port: strange.port, isSecure: isImplicit, login }
    await expect(send(settings)).rejects.toThrow(/The mail server's certificate isn't trusted.*NODE_EXTRA_CA_CERTS/)
    expect(strange.said.filter((line) => /^(?:AUTH|MAIL)/.test(line))).toEqual([])
    expect(strange.mails).toEqual([])
    await strange.close()
  }
})

test('a mail server that is not there is told of as such', async () => {
  const gone = await startSmtpServer()
  await gone.close()
  await expect(send({ port: gone.port })).rejects.toThrow(/^The mail server can't be reached: /)
})

test('a password is not sent unencrypted', async () => {
  await expect(send({ login: { user: 'me', pass: 'hush-hush' } })).rejects.toThrow(/STARTTLS|TLS/)
  expect(smtp.said.filter((line) => line.startsWith('AUTH'))).toEqual([])
  expect(smtp.mails).toEqual([])
})

test.each(['10.0.0.1', '169.254.169.254'])('the guard keeps mail from %s', async (host) => {
  await expect(send({ host })).rejects.toThrow(host)
})
