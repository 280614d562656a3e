import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { StringDecoder } from 'node:string_decoder'
import { TLSSocket, type TLSSocketOptions } from 'node:tls'

export interface ReceivedMail {
  from: string
  to: string[]
  /** Headers and text as they came. */
  data: string
}

export interface SmtpServer {
  port: number
  mails: ReceivedMail[]
  /** Every line that a client said, but for what stood in mails. */
  said: string[]
  /** Those of them that anybody could overhear. */
  overheard: string[]
  /** What it answers to the next mails instead of taking them. */
  refusals: string[]
  /** Without it, it takes mail of anybody. */
  login: { user: string; pass: string } | undefined
  close(): Promise<void>
}

export interface SmtpOptions {
  /** Encrypted from the first byte, or as soon as a client asks for it; at `localhost`, which the certificate names. */
  tls?: { certFile: string; keyFile: string; isImplicit: boolean }
  login?: { user: string; pass: string }
}

/** Takes mail as RFC 5321 says, encrypted as RFC 3207 and RFC 8314 say. */
export async function startSmtpServer({ tls, login }: SmtpOptions = {}): Promise<SmtpServer> {
  const keys = tls && { isServer: true, cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) }
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    if (keys && tls?.isImplicit) greet(new TLSSocket(socket, keys), { smtp })
    else greet(socket, { smtp, keys })
  })
  await new Promise<void>((resolve) => server.listen(0, tls ? 'localhost' : '127.0.0.1', resolve))
  const smtp: SmtpServer = {
    port: (server.address() as AddressInfo).port,
    mails: [],
    said: [],
    overheard: [],
    refusals: [],
    login,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  }
  return smtp
}

interface Line {
  smtp: SmtpServer
  /** What it can still be encrypted with. */
  keys?: TLSSocketOptions | undefined
}

function greet(socket: Socket, line: Line): void {
  talk(socket, line)
  socket.write('220 mail.example.com ready\r\n')
}

function talk(socket: Socket, { smtp, keys }: Line): void {
  let mail: ReceivedMail = { from: '', to: [], data: '' }
  let lines: string[] | undefined
  let isLoggedIn = false
  const { mails, said, overheard, refusals } = smtp
  const isOpen = (): boolean => smtp.login === undefined || isLoggedIn
  const endMail = (): string => {
    const refusal = refusals.shift()
    if (refusal === undefined) mails.push({ ...mail, data: (lines ?? []).join('\n') })
    lines = undefined
    return refusal ?? '250 Taken'
  }
  const answers: Record<string, (line: string) => string> = {
    EHLO: () =>
      [
        '250-mail.example.com',
        ...(keys ? ['250-STARTTLS'] : []),
        ...(smtp.login ? ['250-AUTH PLAIN'] : []),
        '250 Fine',
      ].join('\r\n'),
    AUTH: (line) => {
      const [, user, pass] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
        .toString()
        .split('\0')
      isLoggedIn = user === smtp.login?.user && pass === smtp.login?.pass
      return isLoggedIn ? '235 Welcome' : `535 5.7.8 Not with ${line}`
    },
    MAIL: (line) => {
      mail = { from: line, to: [], data: '' }
      return isOpen() ? '250 Fine' : '530 Log in first'
    },
    RCPT: (line) => {
      mail.to.push(line)
      return '250 Fine'
    },
    DATA: () => {
      lines = []
      return '354 Go on'
    },
    QUIT: () => '221 Bye',
    STAR: () => (keys ? '220 Go ahead' : '502 Not here'),
  }
  const take = (line: string): string | undefined => {
    if (lines) {
      if (line === '.') return endMail()
      lines.push(line.startsWith('.') ? line.slice(1) : line)
      return undefined
    }
    said.push(line)
    if (!(socket instanceof TLSSocket)) overheard.push(line)
    return answers[line.slice(0, 4).toUpperCase()]?.(line) ?? '250 Fine'
  }
  const decoder = new StringDecoder('utf8')
  let rest = ''
  const hear = (piece: Buffer): void => {
    const parts = (rest + decoder.write(piece)).split('\r\n')
    rest = parts.pop() ?? ''
    for (const line of parts) {
      const answer = take(line)
      if (answer !== undefined) socket.write(`${answer}\r\n`)
      if (keys && answer === '220 Go ahead') {
        socket.off('data', hear)
        talk(new TLSSocket(socket, keys), { smtp })
      }
    }
  }
  socket.on('data', hear)
  socket.on('error', () => socket.destroy())
}
