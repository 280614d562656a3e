import type { NodeDefinition, Tool, Toolkit } from '@chatwright/core'
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

async function toolOf(service: string, operation: string, context: ReturnType<typeof testContext>): Promise<Tool> {
  const { default: nodes } = (await import(`./${service}/service.ts`)) as { default: NodeDefinition[] }
  const node = nodes.find(({ category }) => category === 'Tools')
  if (!node) throw new Error(`${service} has no tool`)
  const kit = await buildNode<Toolkit>(node, { inputs: { approval: 'never' }, credential: {}, context })
  const tools = await kit.tools(testRun())
  const tool = tools.find(({ name }) => name.endsWith(`_${operation}`))
  if (!tool) throw new Error(`${service} has no operation ${operation}`)
  return tool
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
