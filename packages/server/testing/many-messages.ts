import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Config } from '../src/ground/config/config.ts'
import { libsqlDialect } from '../src/ground/db/libsql-driver.ts'
import { openSqlite } from '../src/ground/db/open-sqlite.ts'
import { firstRelease, writeFirstRelease } from './first-release.ts'

type Row = Record<string, unknown>

/** Both databases limit how many values one statement may bind. */
const RUNS_PER_STATEMENT = 100
const RUNS_PER_CHAT = 10
const TEXT =
  'What was said in a conversation that went on for a while, about a greenhouse and what grows in it. '.repeat(4)

/** Where something of it is found again. */
export interface ManyMessages {
  flowId: string
  chatId: string
  runId: string
}

/** A database as the first release left it after so many messages: each turn with its run and its trace. */
export async function writeManyMessages(config: Config['database'], messages: number): Promise<ManyMessages> {
  await writeFirstRelease(config)
  const dialect =
    config.kind === 'sqlite'
      ? libsqlDialect(() => openSqlite(config.file))
      : new PostgresDialect({ pool: new pg.Pool({ connectionString: config.url, max: 1 }) })
  const db = new Kysely<Record<string, Row>>({ dialect })
  const turn = answeredTurn()
  let last: ManyMessages = { flowId: String(turn.run['chatflow_id']), chatId: '', runId: '' }
  const turns = messages / 2
  for (let start = 0; start < turns; start += RUNS_PER_STATEMENT) {
    const rows = Array.from({ length: Math.min(RUNS_PER_STATEMENT, turns - start) }, (_, index) =>
      copyOf(turn, start + index),
    )
    await db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('run')
        .values(rows.map(({ run }) => run))
        .execute()
      await transaction
        .insertInto('run_event')
        .values(rows.map(({ events }) => events))
        .execute()
      await transaction
        .insertInto('chat_message')
        .values(rows.flatMap((each) => each.messages))
        .execute()
    })
    const { run } = rows.at(-1) ?? turn
    last = { ...last, chatId: String(run['chat_id']), runId: String(run['id']) }
  }
  await db.destroy()
  return last
}

interface Turn {
  run: Row
  events: Row
  messages: Row[]
}

/** One that the first release really answered. */
function answeredTurn(): Turn {
  const run = firstRelease['run']?.find(({ status }) => status === 'done')
  const events = firstRelease['run_event']?.find((row) => row['run_id'] === run?.['id'])
  const messages = firstRelease['chat_message']?.filter((row) => row['run_id'] === run?.['id']) ?? []
  if (!run || !events || messages.length !== 2) throw new Error('The fixture holds no answered question')
  return { run, events, messages }
}

function copyOf({ run, events, messages }: Turn, index: number): Turn {
  const [id, before] = [randomUUID(), String(run['id'])]
  const renamed = (text: unknown): string => String(text).replaceAll(before, id)
  const place = {
    chat_id: `chat-${Math.floor(index / RUNS_PER_CHAT)}`,
    session_id: `chat-${Math.floor(index / RUNS_PER_CHAT)}`,
  }
  const at = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString()
  return {
    run: { ...run, ...place, id, request: renamed(run['request']), created_date: at, started_date: at, ended_date: at },
    events: { ...events, run_id: id, event: renamed(events['event']) },
    messages: messages.map((row) => ({
      ...row,
      ...place,
      id: randomUUID(),
      run_id: id,
      content: `${TEXT}${index}`,
      created_date: row['role'] === 'userMessage' ? at : at.replace('.000Z', '.500Z'),
    })),
  }
}
