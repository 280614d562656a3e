import { createServer, type AddressInfo, type Socket } from 'node:net'

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
  /** What it answers to the next mails instead of taking them. */
  refusals: string[]
  close(): Promise<void>
}

/** Takes mail as RFC 5321 says, without encryption. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const mails: ReceivedMail[] = []
  const said: string[] = []
  const refusals: string[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    talk(socket, { mails, said, refusals })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    said,
    refusals,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

function talk(socket: Socket, { mails, said, refusals }: Pick<SmtpServer, 'mails' | 'said' | 'refusals'>): void {
  let mail: ReceivedMail = { from: '', to: [], data: '' }
  let lines: string[] | undefined
  let rest = ''
  const reply = (text: string): void => void socket.write(`${text}\r\n`)
  const take = (line: string): void => {
    if (lines) {
      if (line !== '.') {
        lines.push(line.startsWith('.') ? line.slice(1) : line)
        return
      }
      const refusal = refusals.shift()
      if (refusal === undefined) mails.push({ ...mail, data: lines.join('\n') })
      lines = undefined
      reply(refusal ?? '250 Taken')
      return
    }
    said.push(line)
    const word = line.slice(0, 4).toUpperCase()
    if (word === 'MAIL') mail = { from: line, to: [], data: '' }
    if (word === 'RCPT') mail.to.push(line)
    if (word === 'DATA') lines = []
    reply({ DATA: '354 Go on', QUIT: '221 Bye', STAR: '502 Not here' }[word] ?? '250 Fine')
  }
  socket.setEncoding('utf8')
  socket.on('data', (piece: string) => {
    const parts = (rest + piece).split('\r\n')
    rest = parts.pop() ?? ''
    for (const line of parts) take(line)
  })
  reply('220 mail.example.com ready')
}
