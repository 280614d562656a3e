import { describe, expect, test } from 'vitest'
import { canConnect } from './can-connect.ts'
import { join, node } from './catalogue.fixture.ts'
import { chooseOutput } from './commands/choose-output.ts'
import { connect } from './commands/connect.ts'
import type { Flow } from './document.ts'
import { CONNECTION_REFUSALS, refusalText } from './edits/refusal.ts'

const flow: Flow = {
  nodes: [
    'chatOpenAI_0',
    'chatOpenAI_1',
    'llmChain_0',
    'toolAgent_0',
    'chainTool_0',
    'calculator_0',
    'promptTemplate_0',
  ]
    .map((id) => node(id))
    .concat(node('llmChain_1'), node('ifElseFunction_0')),
  edges: [],
}
const met = new Set<string>()
const reason = (on: Flow, ...ends: [string, string, string, string?]) => {
  const verdict = canConnect(on, join(on, ...ends))
  if (verdict.ok) return 'ok'
  met.add(verdict.refusal.code)
  return refusalText(verdict.refusal)
}

describe('[FLOW-7] a connection', () => {
  test('is allowed where a type the output gives is one the input takes', () => {
    expect(reason(flow, 'chatOpenAI_0', 'llmChain_0', 'model')).toBe('ok')
    expect(reason(flow, 'calculator_0', 'llmChain_0', 'model')).toBe(
      '"Language Model" of LLM Chain takes a language model; calculator gives a tool.',
    )
  })

  test('is refused at an input that has one, unless the input is a list', () => {
    const joined = connect(join(flow, 'chatOpenAI_0', 'llmChain_0', 'model'))(flow)
    expect(reason(joined, 'chatOpenAI_1', 'llmChain_0', 'model')).toMatch(/takes only one connection/)
    const withTool = connect(join(flow, 'calculator_0', 'toolAgent_0', 'tools'))(flow)
    expect(reason(withTool, 'chainTool_0', 'toolAgent_0', 'tools')).toBe('ok')
    expect(reason(withTool, 'calculator_0', 'toolAgent_0', 'tools')).toMatch(/already connected/)
  })

  test('is refused from a node to itself and round in a circle', () => {
    expect(reason(flow, 'toolAgent_0', 'toolAgent_0', 'tools')).toBe("Tool Agent can't connect to itself.")
    const joined = connect(join(flow, 'chainTool_0', 'toolAgent_0', 'tools'))(flow)
    expect(reason(joined, 'toolAgent_0', 'chainTool_0', 'baseChain')).toMatch(/form a circle/)
  })

  test('is refused at an input that is typed in, and at inputs and outputs that are not there', () => {
    expect(reason(flow, 'llmChain_0', 'chatOpenAI_0', 'baseOptions')).toMatch(/is typed in, not connected/)
    expect(reason(flow, 'chatOpenAI_0', 'gone_0', 'model')).toMatch(/no longer on the canvas/)
    expect(reason(flow, 'chatOpenAI_0', 'llmChain_0', 'nothing')).toBe("LLM Chain doesn't have this input.")
    const unchosen = join(
      chooseOutput('llmChain_0', 'outputPrediction')(flow),
      'llmChain_0',
      'promptTemplate_0',
      'promptValues',
    )
    expect(canConnect(flow, unchosen)).toMatchObject({
      refusal: { code: 'source-output-missing', params: { source: 'LLM Chain' } },
    })
  })

  test('may end at text that speaks of nodes, and leave from any branch', () => {
    const chosen = chooseOutput('llmChain_0', 'outputPrediction')(flow)
    expect(reason(chosen, 'llmChain_0', 'promptTemplate_0', 'promptValues')).toBe('ok')
    expect(reason(flow, 'ifElseFunction_0', 'promptTemplate_0', 'promptValues', 'returnTrue')).toBe('ok')
    expect(reason(flow, 'ifElseFunction_0', 'promptTemplate_0', 'promptValues', 'returnFalse')).toBe('ok')
  })
})

test('every refusal between nodes that feed each other is met above', () => {
  const own = Object.keys(CONNECTION_REFUSALS).filter((code) => !/^(step|note|other)-/.test(code))
  expect([...met, 'source-output-missing'].toSorted()).toEqual(own.toSorted())
})
