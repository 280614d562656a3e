import { expect, test } from 'vitest'
import type { NodeDescription } from '../node/definition.ts'
import { serializeSelection } from './clipboard.ts'
import type { Flow } from './document.ts'
import { forgetTypedSecrets } from './sealed-inputs.ts'
import { stripForExport } from './strip-for-export.ts'
import { stripForSave } from './strip-for-save.ts'

const inputs = [{ name: 'callbackSecret', label: 'Callback Secret', type: 'password', isSealed: true }]
const describe = () => ({ name: 'startAgentflow', inputs }) as unknown as NodeDescription

function flowWith(secret: string): Flow {
  const data = { name: 'startAgentflow', label: 'Start', inputParams: inputs, inputs: { callbackSecret: secret } }
  return { nodes: [{ id: 'startAgentflow_0', position: { x: 0, y: 0 }, data }], edges: [] } as unknown as Flow
}

test('a secret that the server seals is sent when saving, and goes nowhere else in clear', () => {
  const [typed, stored] = [flowWith('typed'), flowWith('sealed:abc')]
  expect(JSON.stringify(stripForSave(typed, describe))).toContain('"typed"')
  expect(JSON.stringify(stripForExport(typed, describe))).not.toContain('"typed"')
  expect(serializeSelection(typed, ['startAgentflow_0'], describe)).not.toContain('"typed"')
  expect(JSON.stringify(forgetTypedSecrets(typed, describe))).not.toContain('"typed"')
  expect(forgetTypedSecrets(stored, describe)).toBe(stored)
  expect(serializeSelection(stored, ['startAgentflow_0'], describe)).toContain('sealed:abc')
  expect(JSON.stringify(stripForExport(stored, describe))).not.toContain('sealed:abc')
})
