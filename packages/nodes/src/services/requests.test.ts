import type { Documents, JsonSchema, NodeDefinition, Tool, Toolkit } from '@chatwright/core'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'

interface Sent {
  method: string
  path: string
  query: [string, string][]
  body: unknown
}

interface Proof {
  service: string
  operation: string
  inputs: Record<string, unknown>
  answers: unknown[]
  requests: Sent[]
}

/** What the providers' own clients sent: `npm run proofs` asks them again. */
const proofs = new URL('../../../../proofs/', import.meta.url)
const vendors = readdirSync(proofs).filter((vendor) => existsSync(new URL(`${vendor}/requests.json`, proofs)))
const cases = vendors.flatMap((vendor) =>
  (JSON.parse(readFileSync(new URL(`${vendor}/requests.json`, proofs), 'utf8')) as Proof[]).map(
    (proof) => [`${proof.service} ${proof.operation}`, proof] as const,
  ),
)

describe('a request of ours equals that of the provider’s own client', () => {
  test.each(cases)('%s', async (_, { service, operation, inputs, answers, requests }) => {
    const sent: Sent[] = []
    const waiting = [...answers]
    const context = testContext({
      fetch: async (input, init) => {
        sent.push(await readRequest(new Request(input, init)))
        return Response.json(waiting.shift() ?? { ok: true })
      },
    })
    const tool = await toolOf(service, operation, context)
    await tool.call(inputs, testRun())
    expect(sent).toEqual(requests.map(({ body, ...request }) => ({ ...request, body: withoutMail(body) })))
  })

  test('most operations of these services are compared', () => {
    expect(cases.length).toBeGreaterThan(60)
  })
})

const services = readdirSync(new URL('.', import.meta.url)).filter((name) =>
  existsSync(new URL(`${name}/service.ts`, import.meta.url)),
)

/** What the addresses of some services are made of. */
const ADDRESSED = { host: 'https://one.example', whatsAppPhoneNumberId: '1' }

test.each(services)('%s sends nothing while something that it needs is empty', async (service) => {
  const sent: unknown[] = []
  const note = async (...asked: unknown[]): Promise<never> => {
    sent.push(asked)
    throw new Error('Something was sent')
  }
  const { list, ...changes } = testContext().dataTables
  const dataTables = { list, ...Object.fromEntries(Object.keys(changes).map((name) => [name, note])) }
  const context = testContext({ fetch: note, dataTables: dataTables as ReturnType<typeof testContext>['dataTables'] })
  for (const tool of await toolsOf(service, context, ADDRESSED)) {
    const { properties = {}, required = [] } = tool.parameters as {
      properties?: Record<string, JsonSchema>
      required?: string[]
    }
    const whole = Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {})]))
    for (const name of required) {
      const faulty = tool.call({ ...whole, [name]: '' }, testRun())
      await expect(faulty, `${tool.name} without ${name}`).rejects.toMatchObject({ code: 'missing-input', field: name })
    }
  }
  expect(sent).toEqual([])
})

test('a loader that lacks what it needs loads nothing', async () => {
  const { default: nodes } = await import('./google-sheets/service.ts')
  const loader = nodes.find(({ category }) => category === 'Document Loaders')
  if (!loader) throw new Error('Google Sheets has a loader')
  const documents = await buildNode<Documents>(loader, { inputs: { spreadsheetIds: '' }, context: testContext() })
  await expect(documents.load(testRun())).rejects.toMatchObject({ code: 'missing-input', field: 'spreadsheetIds' })
})

test.each(['updateRows', 'deleteRows'])('%s of a data table needs a whole condition', async (operation) => {
  const asked: unknown[] = []
  const change = async (_: string, where: unknown): Promise<number> => asked.push(where)
  const context = testContext({ dataTables: { ...testContext().dataTables, update: change, remove: change } })
  const tool = await toolOf('data-table', operation, context)
  const condition = { table: 'Teas', column: 'Name', row: { Price: 1 } }
  await expect(tool.call(condition, testRun())).rejects.toMatchObject({
    message: 'The condition has no value to compare with.',
    code: 'missing-input',
  })
  expect(asked).toEqual([])
  await tool.call({ ...condition, compare: 'empty' }, testRun())
  await tool.call({ ...condition, value: 'Assam' }, testRun())
  expect(asked).toEqual([
    [{ column: 'Name', operator: 'empty' }],
    [{ column: 'Name', operator: 'equals', value: 'Assam' }],
  ])
})

const FORMULA = '=IMPORTXML("http://x")'
const sheet = { spreadsheet: 's', sheet: 'A', column: 'Name', value: 'Ada' }
const range = { cells: 'A1:C1', values: [[FORMULA, '-1.5', ' +x']] }

test.each([
  ['google-sheets', 'appendRows', { ...sheet, rows: [[FORMULA, '-1.5', ' +x']] }],
  ['google-sheets', 'appendRow', { ...sheet, row: { Name: FORMULA, Age: '-1.5', Note: ' +x' } }],
  ['google-sheets', 'updateRow', { ...sheet, row: { Name: FORMULA, Age: '-1.5', Note: ' +x' } }],
  ['google-sheets', 'updateRange', { ...sheet, ...range }],
  ['excel', 'writeRange', { workbook: 'b', worksheet: 'A', ...range }],
  ['excel', 'addTableRow', { workbook: 'b', tableName: 'T', row: { Name: FORMULA, Age: '-1.5', Note: ' +x' } }],
])('%s %s writes what looks like a formula as a text', async (service, operation, inputs) => {
  let written: unknown
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { method, body } = await readRequest(new Request(input, init))
    if (method !== 'GET') written = (body as { values: unknown }).values
    const header = ['Name', 'Age', 'Note']
    return Response.json({
      ...(method === 'GET' && { values: [header, ['Ada']], value: header.map((name) => ({ name })) }),
    })
  }
  await (await toolOf(service, operation, testContext({ fetch }))).call(inputs, testRun())
  expect(written).toEqual([[`'${FORMULA}`, '-1.5', "' +x"]])
})

test.each([
  ['A5:D50', 6],
  ['A:D', 2],
  ['', 2],
])('rows of %j are numbered as in the sheet', async (asked, number) => {
  const context = testContext({ fetch: async () => Response.json({ values: [['Name'], ['Ada']] }) })
  const tool = await toolOf('google-sheets', 'readRows', context)
  const rows = await tool.call({ ...sheet, range: asked }, testRun())
  expect(JSON.stringify(rows)).toMatch(new RegExp(String.raw`row_number\W+${number}\b`))
})

async function toolOf(service: string, operation: string, context: ReturnType<typeof testContext>): Promise<Tool> {
  const tool = (await toolsOf(service, context)).find(({ name }) => name.endsWith(`_${operation}`))
  if (!tool) throw new Error(`${service} has no operation ${operation}`)
  return tool
}

function exampleOf({ type, enum: choices }: JsonSchema): unknown {
  if (Array.isArray(choices)) return choices[0]
  if (type === 'array') return ['one']
  return type === 'object' ? { name: 'one' } : type === 'number' ? 1 : type === 'boolean' ? true : 'one'
}

async function toolsOf(
  service: string,
  context: ReturnType<typeof testContext>,
  credential: Record<string, string> = {},
): Promise<readonly Tool[]> {
  const { default: nodes } = (await import(`./${service}/service.ts`)) as { default: NodeDefinition[] }
  const node = nodes.find(({ category }) => category === 'Tools')
  if (!node) throw new Error(`${service} has no tool`)
  const kit = await buildNode<Toolkit>(node, { inputs: { approval: 'never' }, credential, context })
  return kit.tools(testRun())
}

async function readRequest(request: Request): Promise<Sent> {
  const url = new URL(request.url)
  const text = await request.text()
  return {
    method: request.method,
    path: decodeURIComponent(url.pathname),
    query: [...url.searchParams].sort(),
    body: withoutMail(readBody(text, request.headers.get('content-type') ?? '')),
  }
}

function readBody(text: string, type: string): unknown {
  if (text === '') return null
  return type.includes('urlencoded') ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text)
}

/** The mail itself is written by whoever calls the client, so that there is nothing to compare it with. */
function withoutMail(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, name === 'raw' ? '…' : withoutMail(value)]),
  )
}
