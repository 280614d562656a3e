import { canBeChosen, type InputDescription, type NodeDescription } from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import { prepareOffered, type OfferedSettings } from '../../../testing/offered-settings.ts'
import { answerAtEdge, edge, REFUSAL } from '../../../testing/recorded-edge.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

const catalogue = await loadCatalogue()
const { nodes, describeCredential } = catalogue
const examples = new Map<string, Record<string, unknown>>()
for (const { name } of nodes) examples.set(name, (await catalogue.loadNode(name)).example ?? {})

interface Choice {
  step: NodeDescription
  input: InputDescription
  /** The list whose rows hold the input. */
  rows: InputDescription | undefined
  node: NodeDescription
}

/** Tools have a test of their own, with approval. */
const choices: Choice[] = nodes
  .filter(({ traits }) => traits?.step)
  .flatMap((step) =>
    step.inputs.flatMap((each) => [
      { step, input: each, rows: undefined },
      ...(each.array ?? []).map((input) => ({ step, input, rows: each })),
    ]),
  )
  .filter(({ input }) => input.component !== undefined && input.component !== 'Tool')
  .flatMap((place) => nodes.filter((node) => canBeChosen(node, place.input)).map((node) => ({ ...place, node })))

let server: TestServer
let folder: string
let offered: OfferedSettings

const nodeNamed = (name: string): NodeDescription => {
  const found = nodes.find((node) => node.name === name)
  if (!found) throw new Error(`The catalogue lacks ${name}`)
  return found
}

/** What else stands in the same form, so that what was chosen is shown and has what it needs. */
const BESIDE: Record<string, string> = {
  VectorStore: 'memoryVectorStore',
  Embeddings: 'openAIEmbeddings',
  BaseChatModel: 'chatOpenAI',
}

function inputsFor({ step, input, rows, node }: Choice): Record<string, unknown> {
  const choose = (each: InputDescription) => {
    const chosen = each.name === input.name ? node : BESIDE[each.component ?? '']
    if (chosen === undefined) return {}
    const own = typeof chosen === 'string' ? nodeNamed(chosen) : chosen
    const settings = offered.choose(own, each.name)
    const filled = { ...examples.get(own.name), ...(settings[`${each.name}Config`] as object) }
    return { ...settings, [`${each.name}Config`]: filled }
  }
  const wanted = Object.entries(input.show ?? {}).map(([name, value]) => [name, [value].flat()[0]])
  const row = Object.assign(
    { knowledgeName: 'lamps', knowledgeDescription: 'Lamps.' },
    ...(rows?.array ?? []).map(choose),
  )
  const own = step.inputs.filter(({ component }) => component !== undefined).map(choose)
  return Object.assign(
    { ...examples.get(step.name), ...Object.fromEntries(wanted) },
    ...own,
    rows && { [rows.name]: [row] },
  )
}

describe('Every node that steps offer works through the door', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'chatwright-offered-'))
    server = await testServer({ dispatch: answerAtEdge, env: { FLOW_FILES_DIR: folder } })
    offered = await prepareOffered(server, { nodes, describeCredential })
  }, 60_000)
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const named = choices.map((each) => [`${each.step.name}, ${each.input.name}: ${each.node.name}`, each] as const)
  test.each(named)('%s', async (_, choice) => {
    edge.results.length = 0
    const isStart = choice.step.name === 'startAgentflow'
    const flowId = await createAgentFlow(server, {
      steps: {
        ...(isStart
          ? { startAgentflow_0: { startInputType: 'chatInput', ...inputsFor(choice) } }
          : { [`${choice.step.name}_0`]: inputsFor(choice) }),
        ...(isStart && { directReplyAgentflow_0: { directReplyMessage: 'Done.' } }),
      },
      edges: [`startAgentflow_0 > ${isStart ? 'directReplyAgentflow_0' : `${choice.step.name}_0`}`],
    })
    const { status, body } = await server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Use it.' })
    const answer = status === 200 ? `answered: ${JSON.stringify(body.text ?? body.action)}` : String(body.message)
    // An agent hears of its knowledge what it hears of a tool, and answers whatever came of it.
    const came = [answer, ...edge.results].join(' ')
    expect(came).not.toMatch(/was built| is no /)
    const said = SAYS[choice.node.name] ?? SAYS[choice.step.name]
    if (said) expect(came).toMatch(said)
    else if (!came.includes(REFUSAL)) expect(came).toMatch(/^answered: /)
  })
})

/** What comes of a node that does its work and says why there is no answer. */
const SAYS: Record<string, RegExp> = {
  documentStoreVS: /Handbook.* ready to search yet\./,
  // The recorded models name no scenario; the built-in answerer does.
  conditionAgentAgentflow:
    /should have returned a scenario as JSON, but returned: Done\.|answered: .*Anything else|edge refuses/,
  faiss: /faiss\.index.* can't be read/,
  // It speaks over a socket of its own, and nothing listens here.
  postgres: /PostgreSQL at localhost:5432 can't be reached/,
}
