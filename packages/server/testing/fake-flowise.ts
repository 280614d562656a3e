import { createCipheriv, createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import pg from 'pg'

/** Tables and rows as the older product keeps them, by the names of its own columns. */
type Tables = Record<string, Record<string, string | number | boolean | null>[]>

export const PASSPHRASE = 'mQ2lJ8Yv0sE1kP5nT7wR3xZ9bC4dF6gH'
export const FLOW = '0f0f0f0f-0000-4000-8000-000000000001'
export const AGENTS = '0f0f0f0f-0000-4000-8000-000000000002'
export const CREDENTIAL = '0f0f0f0f-0000-4000-8000-000000000003'
export const STORE = '0f0f0f0f-0000-4000-8000-000000000004'
export const KEY = 'b2xkLWtleS1vZi1hLWNsaWVudC10aGF0LWdvZXMtb24='

const date = '2024-05-06 07:08:09'
const dates = { createdDate: date, updatedDate: date }

export const csv = 'name,price\nlamp,12'

/** What a 3.1 holds. */
export function tablesOfToday(): Tables {
  return {
    chat_flow: [
      {
        id: FLOW,
        name: 'Support',
        flowData: flowData('csvFile', { csvFile: 'FILE-STORAGE::["prices.csv"]' }, [
          { label: 'Csv File', name: 'csvFile', type: 'file' },
        ]),
        deployed: false,
        isPublic: true,
        apikeyid: 'key1',
        chatbotConfig: '{"title":"Ask us"}',
        apiConfig: null,
        type: 'CHATFLOW',
        workspaceId: 'w',
        ...dates,
      },
      {
        id: AGENTS,
        name: 'Steps',
        flowData: flowData('startAgentflow', {}, [], 'agentFlow'),
        deployed: false,
        isPublic: false,
        apikeyid: null,
        chatbotConfig: null,
        apiConfig: null,
        type: 'AGENTFLOW',
        workspaceId: 'w',
        ...dates,
      },
    ],
    chat_message: [
      message('m1', { role: 'userMessage', content: 'What is a lamp?' }),
      message('m2', { role: 'apiMessage', content: '12' }),
      message('m4', {
        role: 'userMessage',
        content: 'Look',
        chatflowid: AGENTS,
        fileUploads: '[{"type":"stored-file","name":"lamp.txt","mime":"text/plain"}]',
      }),
      message('m3', { role: 'userMessage', content: 'of a flow that is gone', chatflowid: 'gone' }),
    ],
    chat_message_feedback: [
      {
        id: 'f1',
        chatflowid: FLOW,
        chatId: 'c1',
        messageId: 'm2',
        rating: 'THUMBS_UP',
        content: 'yes',
        createdDate: date,
      },
    ],
    credential: [
      {
        id: CREDENTIAL,
        name: 'Azure of ours',
        credentialName: 'azureOpenAIApi',
        encryptedData: seal({ azureOpenAIApiKey: 'sk-old', azureOpenAIApiInstanceName: 'lamps' }),
        ...dates,
      },
      { id: 'c-2', name: 'Odd', credentialName: 'telepathyApi', encryptedData: seal({ a: 'b' }), ...dates },
    ],
    tool: [
      {
        id: 't1',
        name: 'add',
        description: 'Adds',
        color: '',
        iconSrc: null,
        schema: '[]',
        func: 'return 1',
        ...dates,
      },
    ],
    variable: [{ id: 'v1', name: 'city', value: 'Rome', type: 'static', ...dates }],
    apikey: [
      {
        id: 'key1',
        apiKey: KEY,
        apiSecret: 'x.y',
        keyName: 'Website',
        permissions: '["chatflows:view"]',
        updatedDate: date,
      },
    ],
    lead: [
      {
        id: 'l1',
        name: 'Ann',
        email: 'ann@example.com',
        phone: null,
        chatflowid: FLOW,
        chatId: 'c1',
        createdDate: date,
      },
    ],
    document_store: [
      {
        id: STORE,
        name: 'Handbook',
        loaders: JSON.stringify([
          {
            id: 'l1',
            loaderId: 'textFile',
            loaderName: 'Text File',
            loaderConfig: { txtFile: 'FILE-STORAGE::["lamps.txt","lost.txt"]' },
            files: [{ name: 'lamps.txt' }, { name: 'lost.txt' }],
          },
        ]),
        vectorStoreConfig: '{"name":"qdrant","config":{"qdrantCollection":"lamps"}}',
        ...dates,
      },
      { id: 'd2', name: 'Empty', loaders: '[]', vectorStoreConfig: null, ...dates },
    ],
    document_store_file_chunk: [1, 2].map((chunkNo) => ({
      id: `k${chunkNo}`,
      docId: 'l1',
      storeId: STORE,
      chunkNo,
      pageContent: `Passage ${chunkNo}`,
      metadata: '{"source":"lamps.txt"}',
    })),
  }
}

/** What a 1.3 holds: fewer tables, fewer columns, and its keys in a file. */
export function tablesOfThen(): Tables {
  const { chat_flow: flows = [], credential: credentials = [], tool = [] } = tablesOfToday()
  return {
    chat_flow: flows.slice(0, 1).map(({ id = '', name = '', flowData: data = '', apikeyid = null }) => ({
      id,
      name,
      flowData: data,
      deployed: false,
      isPublic: false,
      apikeyid,
      chatbotConfig: null,
      ...dates,
    })),
    chat_message: [
      {
        id: 'm1',
        role: 'userMessage',
        chatflowid: FLOW,
        content: 'Old words',
        sourceDocuments: null,
        createdDate: date,
      },
    ],
    credential: credentials,
    tool,
  }
}

/** Writes a data folder as the older product leaves it. */
export function writeFolder(folder: string, tables: Tables, { keyFile }: { keyFile?: object[] } = {}): string {
  mkdirSync(folder, { recursive: true })
  const database = new Libsql(join(folder, 'database.sqlite'))
  database.exec('begin')
  for (const [table, rows] of Object.entries(tables)) {
    const columns = Object.keys(rows[0] ?? {})
    database.exec(
      `create table "${table}" (${columns.map((column) => `"${column}" ${typeOf(column, rows[0]?.[column])}`).join(', ')})`,
    )
    const insert = database.prepare(`insert into "${table}" values (${columns.map(() => '?').join(', ')})`)
    for (const row of rows) insert.run(...columns.map((column) => asSqlite(row[column] ?? null)))
  }
  database.exec('commit')
  database.close()
  writeFileSync(join(folder, 'encryption.key'), PASSPHRASE)
  if (keyFile) writeFileSync(join(folder, 'api.json'), JSON.stringify(keyFile))
  const files = join(folder, 'storage', 'organisation')
  const documents = join(files, 'docustore', STORE)
  for (const place of [join(files, FLOW), join(files, AGENTS, 'c1'), documents]) mkdirSync(place, { recursive: true })
  writeFileSync(join(documents, 'lamps.txt'), 'Passage 1 and passage 2')
  writeFileSync(join(files, FLOW, 'prices.csv'), csv)
  writeFileSync(join(files, AGENTS, 'c1', 'lamp.txt'), 'a lamp')
  return folder
}

/** Writes the same into a PostgreSQL database. */
export async function writePostgres(address: string, tables: Tables): Promise<void> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  for (const [table, rows] of Object.entries(tables)) {
    const columns = Object.entries(rows[0] ?? {})
    const kinds = columns.map(([column, value]) => `"${column}" ${typeOf(column, value)}`)
    await client.query(`create table "${table}" (${kinds.join(', ')})`)
    for (const row of rows) {
      const places = columns.map((_, index) => `$${index + 1}`).join(', ')
      await client.query(
        `insert into "${table}" values (${places})`,
        columns.map(([column]) => row[column] ?? null),
      )
    }
  }
  await client.end()
}

function typeOf(column: string, value: unknown): string {
  if (column.endsWith('Date')) return 'timestamp'
  return typeof value === 'boolean' ? 'boolean' : 'text'
}

function asSqlite(value: string | number | boolean | null): string | number | null {
  return typeof value === 'boolean' ? Number(value) : value
}

function message(id: string, row: Record<string, string>): Tables[string][number] {
  const place = { chatflowid: FLOW, chatType: 'EXTERNAL', chatId: 'c1', sessionId: 'c1', sourceDocuments: null }
  return { id, role: '', content: '', ...place, fileUploads: null, artifacts: null, createdDate: date, ...row }
}

function flowData(name: string, inputs: object, inputParams: object[], type = 'customNode'): string {
  const id = `${name}_0`
  const outputAnchors = [{ id: `${id}-output-${name}-Document`, name, label: name, type: 'Document' }]
  const data = {
    id,
    name,
    label: name,
    type: name,
    baseClasses: [],
    category: 'X',
    inputParams,
    inputAnchors: [],
    inputs,
    outputAnchors,
  }
  return JSON.stringify({ nodes: [{ id, type, position: { x: 0, y: 0 }, data }], edges: [] })
}

/** As `openssl enc -aes-256-cbc -md md5 -a` seals with a passphrase. */
function seal(values: object): string {
  const salt = Buffer.from('saltsalt')
  let material = Buffer.alloc(0)
  for (let last = Buffer.alloc(0); material.length < 48; material = Buffer.concat([material, last])) {
    last = createHash('md5').update(last).update(PASSPHRASE).update(salt).digest()
  }
  const cipher = createCipheriv('aes-256-cbc', material.subarray(0, 32), material.subarray(32, 48))
  return Buffer.concat([Buffer.from('Salted__'), salt, cipher.update(JSON.stringify(values)), cipher.final()]).toString(
    'base64',
  )
}
