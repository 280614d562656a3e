import { createServer, type AddressInfo, type Socket } from 'node:net'

export interface PostgresReplay extends AsyncDisposable {
  port: number
  /** The statements that were sent, with their values. */
  queries: { text: string; values: string[] }[]
}

export type PostgresAnswer = { columns: Record<string, number>; rows: unknown[][] } | { error: string; message: string }

/** A PostgreSQL at the network edge: speaks the wire protocol and gives recorded answers, one per statement. */
export async function replayPostgres(answers: readonly PostgresAnswer[]): Promise<PostgresReplay> {
  const waiting = [...answers]
  const queries: PostgresReplay['queries'] = []
  const server = createServer((socket) => {
    let hasStarted = false
    let pending = Buffer.alloc(0)
    let statement = { text: '', values: [] as string[] }
    socket.on('error', () => {})
    socket.on('data', (data: Buffer) => {
      pending = Buffer.concat([pending, data])
      for (;;) {
        const prefix = hasStarted ? 1 : 0
        if (pending.length < prefix + 4) return
        const length = prefix + pending.readInt32BE(prefix)
        if (pending.length < length) return
        const type = hasStarted ? String.fromCharCode(pending[0] ?? 0) : 'startup'
        const body = pending.subarray(prefix + 4, length)
        pending = pending.subarray(length)
        hasStarted = true
        receive(type, body)
      }
    })
    const receive = (type: string, body: Buffer): void => {
      if (type === 'startup') socket.write(Buffer.concat([message('R', int32(0)), READY]))
      if (type === 'P') statement = { text: texts(body)[1] ?? '', values: [] }
      if (type === 'B') statement.values = boundValues(body)
      if (type === 'Q') answer(socket, { text: texts(body)[0] ?? '', values: [] })
      if (type === 'S') answer(socket, statement)
      if (type === 'X') socket.end()
    }
  })
  const answer = (socket: Socket, asked: PostgresReplay['queries'][number]): void => {
    queries.push(asked)
    const next = waiting.shift() ?? { columns: {}, rows: [] }
    socket.write(Buffer.concat('error' in next ? [errorMessage(next), READY] : [...rowMessages(next), READY]))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    queries,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const READY = message('Z', Buffer.from('I'))

function rowMessages({ columns, rows }: Extract<PostgresAnswer, { rows: unknown[][] }>): Buffer[] {
  const described = Object.entries(columns).map(([name, type]) =>
    Buffer.concat([Buffer.from(`${name}\0`), int32(0), int16(0), int32(type), int16(-1), int32(-1), int16(0)]),
  )
  return [
    message('1'),
    message('2'),
    message('T', Buffer.concat([int16(described.length), ...described])),
    ...rows.map((row) => {
      const values = row.map((value) => {
        const text = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
        return Buffer.concat([int32(text.length), text])
      })
      return message('D', Buffer.concat([int16(values.length), ...values]))
    }),
    message('C', Buffer.from(`SELECT ${rows.length}\0`)),
  ]
}

function errorMessage({ error, message: said }: Extract<PostgresAnswer, { error: string }>): Buffer {
  return message('E', Buffer.from(`SERROR\0C${error}\0M${said}\0\0`))
}

function boundValues(body: Buffer): string[] {
  let at = body.indexOf(0, body.indexOf(0) + 1) + 1
  const formats = body.readInt16BE(at)
  at += 2 + formats * 2
  const count = body.readInt16BE(at)
  at += 2
  return Array.from({ length: count }, () => {
    const length = body.readInt32BE(at)
    at += 4 + Math.max(length, 0)
    return body.toString('utf8', at - Math.max(length, 0), at)
  })
}

function texts(body: Buffer): string[] {
  return body.toString('utf8').split('\0')
}

function message(type: string, body: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}
