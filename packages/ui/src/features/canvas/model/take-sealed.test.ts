import { withInputs, type Flow, type NodeDescription } from '@chatwright/core'
import { expect, test } from 'vitest'

import { takeSealed } from './take-sealed.ts'

const described = {
  name: 'startAgentflow',
  inputs: [{ name: 'callbackSecret', label: 'Callback Secret', type: 'password', isSealed: true }],
}
const describeNode = () => described as unknown as NodeDescription

function flowWith(secret: string): Flow {
  const data = { name: 'startAgentflow', label: 'Start', inputParams: [], inputs: { callbackSecret: secret } }
  return { nodes: [{ id: 'start', position: { x: 0, y: 0 }, data }], edges: [] } as unknown as Flow
}

const secretOf = ({ nodes }: Flow) => nodes[0]?.data.inputs['callbackSecret']

test('a secret that was saved leaves the canvas, and what was typed since stays', () => {
  const sent = flowWith('typed')
  const stored = JSON.stringify(flowWith('sealed:abc'))
  const untouched = takeSealed({ present: sent, saved: sent }, stored, describeNode)
  expect([secretOf(untouched.present), secretOf(untouched.saved)]).toEqual(['sealed:abc', 'sealed:abc'])
  expect(untouched.present.nodes[0]).toBe(untouched.saved.nodes[0])

  const since: Flow = { ...sent, nodes: sent.nodes.map((node) => withInputs(node, { callbackSecret: 'newer' })) }
  const edited = takeSealed({ present: since, saved: sent }, stored, describeNode)
  expect([secretOf(edited.present), secretOf(edited.saved)]).toEqual(['newer', 'sealed:abc'])
  const none = { present: flowWith(''), saved: flowWith('') }
  expect(takeSealed(none, stored, describeNode)).toBe(none)
})
