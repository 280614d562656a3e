import { connect, createNode, inputHandleId, outputHandleId, type Flow, type RunEvent } from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import { expect, test } from 'vitest'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor } from '../../../testing/fake-vendor.ts'
import { testServer } from '../../../testing/test-server.ts'

test('the calls of a flow that is asked stand in the trace below the call that asked it', async () => {
  const vendor = await startFakeVendor({ tokens: ['Noon'] })
  const server = await testServer()
  try {
    const other = await createConversation(server, { vendorUrl: vendor.url })
    const { flowData } = (await server.send('GET', `/api/v1/chatflows/${other}`)).body
    const model = (JSON.parse(flowData) as Flow).nodes.find(({ id }) => id === 'chatOpenAI_0')
    if (!model) throw new Error('The conversation has no model')
    const { nodes: catalogue } = await loadCatalogue()
    const add = (name: string, inputs: Record<string, unknown>) => {
      const description = catalogue.find((node) => node.name === name)
      if (!description) throw new Error(`The catalogue has no ${name}`)
      const node = createNode(description, { id: `${name}_0`, position: { x: 0, y: 0 } })
      Object.assign(node.data.inputs, inputs)
      return node
    }
    const tool = add('ChatflowTool', { selectedChatflow: other, name: 'clock', description: 'Knows the time.' })
    const agent = add('toolAgent', {})
    const join = (source: typeof model, input: string, type: string) =>
      connect({
        source: source.id,
        sourceHandle: outputHandleId(source.id, source.data.name, source.data.baseClasses),
        target: agent.id,
        targetHandle: inputHandleId(agent.id, input, type),
      })
    const drawn: Flow = { nodes: [model, tool, agent], edges: [], viewport: { x: 0, y: 0, zoom: 1 } }
    const flow = join(tool, 'tools', 'Tool')(join(model, 'model', 'BaseChatModel')(drawn))
    const { id } = (await server.send('POST', '/api/v1/chatflows', { name: 'Asks', flowData: JSON.stringify(flow) }))
      .body

    vendor.upcoming.push({ tokens: [], tool: 'clock', toolInput: { input: 'What time is it?' } })
    const answer = await server.send('POST', `/api/v1/prediction/${id}`, { question: 'Time?' })
    expect(answer.body.text).toBe('Noon')
    const { events } = (await server.send('GET', `/api/v1/runs/${answer.body.runId}`)).body as { events: RunEvent[] }
    const starts = events.flatMap((event) => (event.type === 'node-start' ? [event] : []))
    const asking = starts.find(({ nodeId }) => nodeId === 'ChatflowTool_0')
    const below = starts.filter(({ flowId }) => flowId === other)
    expect(below.map(({ nodeId }) => nodeId)).toEqual(expect.arrayContaining(['conversationChain_0', 'chatOpenAI_0']))
    // A tree: every call but the ending's stands below another, the asked flow's ending below the tool.
    expect(below.find(({ nodeId }) => nodeId === 'conversationChain_0')?.parentCallId).toBe(asking?.callId)
    const ids = new Set(starts.map(({ callId }) => callId))
    expect(ids.size).toBe(starts.length)
    expect(starts.filter(({ parentCallId }) => parentCallId === undefined)).toHaveLength(1)
    expect(starts.flatMap(({ parentCallId }) => parentCallId ?? []).filter((parent) => !ids.has(parent))).toEqual([])
  } finally {
    await server.close()
    await vendor.close()
  }
})

test('what a request says to a flow through another one reaches no further than what it says to that flow itself', async () => {
  const [vendor, thief] = [await startFakeVendor({ tokens: ['Noted'] }), await startFakeVendor({ tokens: ['Got it'] })]
  const server = await testServer()
  try {
    const other = await createConversation(server, { vendorUrl: vendor.url })
    const spoken = { question: 'My number is 4711', overrideConfig: { sessionId: 'anna' } }
    await server.send('POST', `/api/v1/prediction/${other}`, spoken)
    const asking = await createAgentFlow(server, {
      steps: {
        executeFlowAgentflow_0: { executeFlowSelectedFlow: other, executeFlowInput: '{{question}}' },
      },
      edges: ['startAgentflow_0 > executeFlowAgentflow_0'],
    })
    const opened = { label: 'Override Config', name: 'executeFlowOverrideConfig', type: 'json', enabled: true }
    const apiConfig = JSON.stringify({ overrideConfig: { status: true, nodes: { executeFlowAgentflow_0: [opened] } } })
    await server.send('PUT', `/api/v1/chatflows/${asking}`, { apiConfig })
    const executeFlowOverrideConfig = {
      modelName: { chatOpenAI_0: 'gpt-4o' },
      basepath: { chatOpenAI_0: thief.url },
      sessionId: { bufferMemory_0: 'anna' },
    }
    const asked = { question: 'What is my number?', overrideConfig: { executeFlowOverrideConfig } }
    const answer = await server.send('POST', `/api/v1/prediction/${asking}`, asked)
    expect(answer.body.text).toBe('Noted')
    expect(thief.requests).toEqual([])
    const { model, messages } = vendor.requests.at(-1)?.body ?? {}
    expect(model).toBe('gpt-4o')
    expect(JSON.stringify(messages)).not.toContain('4711')
    const unknown = { executeFlowOverrideConfig: { modelName: { chatOpenAI_7: 'gpt-4o' } } }
    const refused = await server.send('POST', `/api/v1/prediction/${asking}`, { ...asked, overrideConfig: unknown })
    expect([refused.status, refused.body.message]).toEqual([
      422,
      expect.stringContaining('no node with the ID "chatOpenAI_7"'),
    ])
  } finally {
    await server.close()
    await Promise.all([vendor.close(), thief.close()])
  }
})
