import { readFlow, type Flow, type FlowNode } from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { collectDeclarations, collectGraphs } from './collect-graphs.ts'
import { createFlowHeadStore } from './flow-head-store.ts'
import { openGraph } from '../../parts/graphs/packed-graph.ts'

const catalogue = await loadCatalogue()
const templates = (await catalogue.templates()).flatMap(({ id, content }) =>
  'nodes' in content ? [{ id, flow: readFlow(content, (name) => catalogue.describe(name)).flow }] : [],
)
const { signal } = new AbortController()

/** The same flow as another version, another product or another catalogue would have left it. */
const VARIANTS: Readonly<Record<string, (node: FlowNode) => FlowNode>> = {
  'as it is': (node) => node,
  'of an older version': (node) =>
    withData(node, {
      version: (node.data.version ?? 1) - 0.5,
      description: 'As it was worded then',
      inputParams: node.data.inputParams
        .slice(1)
        .map((param) => ({ ...param, rows: 7, label: `${param.label} (old)` })),
    }),
  'of a package that is not here': (node) =>
    withData(node, { name: `ours${node.data.name}`, category: 'Ours', loadMethods: { list: 'own' } }),
  'of a file that says less': ({ positionAbsolute: _, ...node }) =>
    withData(node, { description: undefined, selected: undefined, extra: { 'chatOpenAI_0-': [1, null] } }),
}

function withData(node: FlowNode, data: object): FlowNode {
  return { ...node, data: { ...node.data, ...data } }
}

describeOnBothDatabases('A flow of which values are stored', (start) => {
  let server: TestServer
  beforeEach(async () => {
    server = await start()
  })
  afterEach(() => server.close())

  const get = async (path: string) => (await server.send('GET', `/api/v1/${path}`)).body
  const create = async (name: string, flow: Flow): Promise<{ id: string; flowData: string }> => {
    const type = flow.nodes.some(({ data }) => data.name === 'startAgentflow') ? 'AGENTFLOW' : 'CHATFLOW'
    const { body, status } = await server.send('POST', '/api/v1/chatflows', {
      name,
      type,
      flowData: JSON.stringify(flow),
    })
    expect(status, name).toBe(200)
    return body
  }
  const stored = () => server.database.query.selectFrom('graph').selectAll().orderBy('hash').execute()

  test('is what it was wherever it is read: every template, as it is, outdated, unknown here, and incomplete', async () => {
    const saved = new Map<string, string>()
    for (const { id: template, flow } of templates) {
      for (const [variant, change] of Object.entries(VARIANTS)) {
        const { id, flowData } = await create(`${template} ${variant}`, { ...flow, nodes: flow.nodes.map(change) })
        saved.set(id, flowData)
        // What came is what is answered, but for what reading puts right of it.
        if (variant === 'of a package that is not here') expect(flowData).toContain('"loadMethods":{"list":"own"}')
        if (variant === 'of an older version') expect(flowData).toContain('"rows":7')
      }
    }
    const rows = await stored()
    expect(rows.filter(({ flow_data: text }) => !text.startsWith('['))).toEqual([])
    expect(rows.some(({ flow_data: text }) => text.includes('inputParams'))).toBe(false)

    // As another process, after a restart, reads them.
    const another = createFlowHeadStore(server.database)
    const file = await get('database/export')
    const ofFile = (list: { flowData: string }[], key: string) =>
      new Map(list.map((row) => [String((row as never)[key]), row.flowData]))
    expect(ofFile(file.chatflows, 'id')).toEqual(saved)
    expect(ofFile(file.chatflowVersions, 'chatflowid')).toEqual(saved)
    for (const [id, flowData] of saved) {
      expect((await get(`chatflows/${id}`)).flowData).toBe(flowData)
      expect((await get(`chatflows/${id}/versions/1`)).flowData).toBe(flowData)
      expect((await another.graph(id))?.flow_data).toBe(flowData)
      // What was read is the same to save: nothing is written anew.
      const again = await server.send('PUT', `/api/v1/chatflows/${id}`, { flowData })
      expect([again.body.version, again.body.flowData]).toEqual([1, flowData])
    }
    expect(await stored()).toHaveLength(rows.length)
  })

  test('comes back from a database file to the byte, into a server that has no declarations', async () => {
    const flows = await Promise.all(templates.slice(0, 12).map(({ id, flow }) => create(id, flow)))
    const { text } = await server.send('GET', '/api/v1/database/export')
    for (const table of ['chat_flow', 'graph', 'node_declaration'] as const) {
      await server.database.query.deleteFrom(table).execute()
    }
    expect((await server.send('POST', '/api/v1/database/load', JSON.parse(text))).status).toBe(201)
    expect((await server.send('GET', '/api/v1/database/export')).text).toBe(text)
    for (const { id, flowData } of flows) expect((await get(`chatflows/${id}`)).flowData).toBe(flowData)
  })

  test('that an earlier version stored whole is read as it is, packed by the daily sweep, and the same after', async () => {
    const { query: db } = server.database
    const flows = await Promise.all(templates.slice(0, 6).map(({ id, flow }) => create(id, flow)))
    const packed = await stored()
    const texts = new Map(flows.map(({ flowData }) => [JSON.stringify(flowData), flowData]))
    for (const { hash, flow_data: text } of packed) {
      const names = await db.selectFrom('chat_flow').select('id').where('graph', '=', hash).executeTakeFirstOrThrow()
      const whole = flows.find(({ id }) => id === names.id)?.flowData ?? ''
      expect(whole.length).toBeGreaterThan(text.length)
      await db
        .updateTable('graph')
        .set({ flow_data: whole as typeof text })
        .where('hash', '=', hash)
        .execute()
    }
    expect(texts.size).toBe(flows.length)
    await db.deleteFrom('node_declaration').execute()
    for (const { id, flowData } of flows) expect((await get(`chatflows/${id}`)).flowData).toBe(flowData)

    const past = { at: new Date(), before: new Date(Date.now() - 60_000), signal }
    expect(await collectDeclarations(server.database, past)).toBe(0)
    const named = (rows: typeof packed) => rows.map(({ hash, flow_data: text }) => ({ hash, text }))
    expect(named(await stored())).toEqual(named(packed))
    for (const { id, flowData } of flows) expect((await get(`chatflows/${id}`)).flowData).toBe(flowData)
  })

  test('keeps its declarations as long as a graph names them', async () => {
    const { query: db } = server.database
    const [first, second] = templates
    if (!first || !second) throw new Error('There are templates')
    const [gone, kept] = [await create('Gone', first.flow), await create('Kept', second.flow)]
    const declarations = async () =>
      (await db.selectFrom('node_declaration').select('hash').execute()).map(({ hash }) => hash)
    const all = await declarations()
    const later = { at: new Date(), before: new Date(Date.now() + 60_000), signal }
    expect(await collectDeclarations(server.database, later)).toBe(0)
    await server.send('DELETE', `/api/v1/chatflows/${gone.id}`)
    await collectGraphs(server.database, later)
    expect(await collectDeclarations(server.database, { ...later, before: new Date(0) })).toBe(0)
    const [graph] = await stored()
    const needed = graph ? openGraph(graph.flow_data).names.length : 0
    expect(await collectDeclarations(server.database, later)).toBe(all.length - needed)
    expect(await declarations()).toHaveLength(needed)
    expect((await get(`chatflows/${kept.id}`)).flowData).toBe(kept.flowData)
    // One that was deleted is stored again with the next flow that names it.
    const again = await create('Again', first.flow)
    expect((await get(`chatflows/${again.id}`)).flowData).toBe(gone.flowData)
  })
})
