import {
  anchor,
  defineNode,
  NodeError,
  number,
  options,
  perform,
  string,
  type Chat,
  type ChatModel,
  type Run,
} from '@chatwright/core'
import { complete } from '../model-values/complete.ts'
import { streamAnswer } from '../model-values/stream-answer.ts'
import { parseTemplate } from '../prompts/template.ts'
import { longestResult, type Database } from '../sql/database.ts'
import { postgresDatabase } from '../sql/postgres-database.ts'
import { selectOnly } from '../sql/select-only.ts'
import { sqliteDatabase } from '../sql/sqlite-database.ts'
import { readTableChoice } from '../sql/table-choice.ts'
import { tableInfo } from '../sql/table-info.ts'
import { inputModeration, moderatedChat } from './moderation.ts'

const defaultPrompt = `Write one {dialect} SELECT statement that answers the question. Ask for at most {top_k} rows unless the question wants another number. Name only columns that exist, and put their names in double quotes. Answer with the statement alone.

Tables:
{table_info}

Question: {input}`

export default defineNode({
  name: 'sqlDatabaseChain',
  label: 'Sql Database Chain',
  version: 5,
  category: 'Chains',
  description: 'Answers questions by querying a database. It can only read.',
  icon: 'sql-chain.svg',
  keywords: ['sql', 'database', 'mysql', 'query database'],
  baseClasses: ['SqlDatabaseChain', 'BaseChain', 'Runnable'],
  traits: { answers: true },
  inputs: {
    model: anchor('BaseLanguageModel', { label: 'Language model' }),
    inputModeration,
    database: options({
      destination: true,
      label: 'Database',
      default: 'sqlite',
      options: [
        { label: 'SQLite', name: 'sqlite' },
        { label: 'PostgreSQL', name: 'postgres' },
      ],
    }),
    url: string({
      destination: true,
      label: 'Connection string or file path',
      placeholder: 'postgresql://reader:password@host:5432/shop',
      description: 'For PostgreSQL, a URL with a read-only user. For SQLite, a file in the folder that flows may read.',
    }),
    includesTables: string({
      destination: true,
      label: 'Include tables',
      optional: true,
      additional: true,
      placeholder: 'table1, table2',
      description: 'Tables the model may read, separated by commas, such as sales.orders. Leave empty to allow all.',
    }),
    ignoreTables: string({
      destination: true,
      label: 'Ignore tables',
      optional: true,
      additional: true,
      placeholder: 'table1, table2',
      description: 'Tables to hide, separated by commas. Views that read them are hidden too.',
    }),
    sampleRowsInTableInfo: number({
      destination: false,
      label: 'Sample rows',
      step: 1,
      min: 0,
      max: 20,
      default: 3,
      optional: true,
      additional: true,
      description: 'The number of sample rows per table that the model sees.',
    }),
    topK: number({
      destination: false,
      label: 'Top K',
      step: 1,
      min: 1,
      max: 1000,
      default: 10,
      optional: true,
      additional: true,
      description: 'The maximum number of rows a query returns.',
    }),
    customPrompt: string({
      destination: false,
      isTemplate: true,
      label: 'Prompt',
      rows: 6,
      optional: true,
      additional: true,
      default: defaultPrompt,
      description: 'The prompt. Available variables: {dialect}, {table_info}, {top_k} and {input}.',
    }),
  },
  example: { url: 'shop.db' },
  build({ inputs, context }): Chat {
    const { model, topK } = inputs
    const choice = readTableChoice({ include: inputs.includesTables, ignore: inputs.ignoreTables })
    const database =
      inputs.database === 'sqlite'
        ? sqliteDatabase({ path: inputs.url, choice }, context)
        : postgresDatabase({ url: inputs.url, choice }, context)
    const prompt = parseTemplate(inputs.customPrompt)
    return moderatedChat(inputs.inputModeration, async function* ({ question }, run) {
      const sampleRows = inputs.sampleRowsInTableInfo
      const as = {
        kind: 'database',
        method: 'describe',
        effect: 'reads',
        input: { url: inputs.url, sampleRows },
      } as const
      const info = await perform(run, as, () => tableInfo(database, { sampleRows, signal: run.signal }))
      const request = prompt.render({
        dialect: database.dialect,
        table_info: info,
        top_k: topK,
        input: question,
        question,
      })
      const { sql, rows } = await lookUp({ model, database, request, limit: Math.max(topK, 200) }, run)
      const result = `[${rows.join(',')}]`.slice(0, longestResult)
      const content = `Answer the question in a sentence or two from the result of this query.\n\nQuestion: ${question}\nQuery: ${sql}\nResult: ${result}\nAnswer:`
      yield* streamAnswer(model, { messages: [{ role: 'user', content }] }, run)
    })
  },
})

interface LookUp {
  model: ChatModel
  database: Database
  request: string
  limit: number
}

/** Asks for a query and runs it; a query that fails is shown to the model once, with what the database said. */
async function lookUp({ model, database, request, limit }: LookUp, run: Run): Promise<{ sql: string; rows: string[] }> {
  const query = (sql: string): Promise<string[]> =>
    perform(run, { kind: 'database', method: 'query', effect: 'reads', input: { sql, limit } }, () =>
      database.query(sql, { limit, signal: run.signal }),
    )
  const first = await complete(model, { messages: [{ role: 'user', content: request }] }, run)
  try {
    const sql = selectOnly(first, database.dialect)
    return { sql, rows: await query(sql) }
  } catch (error) {
    if (!(error instanceof NodeError) || (error.code !== 'bad-input' && error.code !== 'refused')) throw error
    const second = await complete(
      model,
      {
        messages: [
          { role: 'user', content: request },
          { role: 'assistant', content: first },
          { role: 'user', content: `That did not work: ${error.message}\nAnswer with a corrected statement alone.` },
        ],
      },
      run,
    )
    const sql = selectOnly(second, database.dialect)
    return { sql, rows: await query(sql) }
  }
}
