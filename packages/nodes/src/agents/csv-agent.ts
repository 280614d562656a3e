import {
  anchor,
  defineNode,
  file,
  NodeError,
  perform,
  string,
  type NodeContext,
  type Run,
  type Tool,
} from '@chatwright/core'
import type { CsvRow } from '../document-loaders/parse-csv.ts'
import { readRows } from '../document-loaders/read-csv.ts'
import { capText } from '../tools/text-tool.ts'
import { codeEffect } from '../utilities/code-effect.ts'
import { agentInputs, agentTraits, createAgent } from './agent.ts'

const LARGEST_TABLE = 20 * 1024 * 1024
const SHOWN_ROWS = 3

export default defineNode({
  name: 'csvAgent',
  label: 'CSV Agent',
  version: 4,
  category: 'Agents',
  description: 'Answers questions about a CSV table. It writes small calculations and runs them in a sandbox.',
  icon: 'csv-agent.svg',
  baseClasses: ['AgentExecutor', 'BaseChain', 'Runnable'],
  traits: agentTraits,
  inputs: {
    csvFile: file({ destination: false, label: 'Csv File', fileType: '.csv' }),
    model: anchor('BaseLanguageModel', { label: 'Language Model' }),
    inputModeration: agentInputs.inputModeration,
    systemMessagePrompt: string({
      destination: false,
      label: 'System Message',
      description: 'Describes the table and how the agent answers.',
      rows: 4,
      optional: true,
      additional: true,
    }),
    maxIterations: agentInputs.maxIterations,
  },
  example: { csvFile: ['FILE-STORAGE::people.csv'] },
  build({ inputs, context }) {
    let loading: Promise<CsvRow[]> | undefined
    const rows = (): Promise<CsvRow[]> => {
      loading ??= readTable(context, inputs.csvFile).catch((error: unknown) => {
        loading = undefined
        throw error
      })
      return loading
    }
    return createAgent({
      model: inputs.model,
      tools: [{ kind: 'toolkit', tools: async () => [tableTool(await rows(), context)] }],
      memory: undefined,
      moderation: inputs.inputModeration,
      maxSteps: inputs.maxIterations,
      system:
        `You answer questions about a table, by calculations over its rows; never guess a number. ${inputs.systemMessagePrompt ?? ''}`.trim(),
    })
  },
})

async function readTable(context: NodeContext, references: readonly string[]): Promise<CsvRow[]> {
  const rows: CsvRow[] = []
  for (const reference of references) {
    const { name, bytes } = await context.files.open(reference)
    if (bytes.byteLength > LARGEST_TABLE) {
      throw new NodeError(`${name} is larger than 20 MB.`, {
        code: 'unsupported',
        field: 'csvFile',
        hint: 'Load the table into a database and use the SQL database chain.',
      })
    }
    // The table is read once for all questions, so no single one may end it.
    const { signal } = new AbortController()
    for (const row of await readRows(bytes, { context, signal })) rows.push(row)
  }
  return rows
}

function tableTool(rows: readonly CsvRow[], context: NodeContext): Tool {
  const columns = Object.keys(rows[0] ?? {})
  return {
    kind: 'tool',
    name: 'calculate_over_rows',
    description: `Runs JavaScript over the table. \`rows\` is an array of ${rows.length} objects with the keys ${JSON.stringify(columns)}; every value is text, so use Number(). The first rows are ${JSON.stringify(rows.slice(0, SHOWN_ROWS))}.`,
    parameters: {
      type: 'object',
      properties: {
        code: {
          type: 'string',
          description:
            'The body of a function that ends with return, such as: return rows.filter(r => r.city === "Rome").length',
        },
      },
      required: ['code'],
    },
    call(input, run: Run) {
      const code = typeof input.code === 'string' ? input.code : ''
      return perform(run, { kind: 'code', method: 'run', effect: codeEffect(code), input: { code } }, async () => {
        const { value } = await context.sandbox.run({ code, globals: { rows }, signal: run.signal })
        return capText(typeof value === 'string' ? value : JSON.stringify(value ?? null))
      })
    },
  }
}
