import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { catalogue, descriptions } from '../catalogue.fixture.ts'
import { parseClipboard, serializeSelection } from '../clipboard.ts'
import { duplicateNodes } from '../commands/duplicate-nodes.ts'
import { removeNodes } from '../commands/remove-nodes.ts'
import { updateNodeToDefinition } from '../commands/update-node-to-definition.ts'
import type { Flow } from '../document.ts'
import { FlowFormatError } from '../format-error.ts'
import { stripForExport } from '../strip-for-export.ts'
import { validateFlow } from '../validate/validate-flow.ts'
import { earlyFile, lateFile } from './files.fixture.ts'
import { readFlow } from './read-flow.ts'

/** Where in a file to break it, by turns at each level, and what to put there. */
const damage = fc.record({
  path: fc.array(fc.nat(50), { minLength: 1, maxLength: 8 }),
  value: fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constant(undefined),
    fc.constantFrom('', '__proto__', 'chatOpenAI_0'),
  ),
})

test('a file broken anywhere is read and can be worked with, or is refused as no flow', { timeout: 60_000 }, () => {
  let readable = 0
  fc.assert(
    fc.property(
      fc.constantFrom(earlyFile, lateFile),
      fc.array(damage, { minLength: 1, maxLength: 6 }),
      (file, damages) => {
        const broken: unknown = structuredClone(file)
        for (const { path, value } of damages) breakAt(broken, path, value)
        const flow = readOrRefuse(broken)
        if (!flow) return
        readable += 1
        workWith(flow)
      },
    ),
    { numRuns: 600 },
  )
  expect(readable).toBeGreaterThan(30)
})

test('reading what was read changes nothing more', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(fc.array(damage, { maxLength: 4 }), (damages) => {
      const broken: unknown = structuredClone(earlyFile)
      for (const { path, value } of damages) breakAt(broken, path, value)
      const once = readOrRefuse(broken)
      if (!once) return
      const again = readFlow(JSON.stringify(once), (name) => catalogue.describe(name))
      expect(again.changes.filter((change) => !change.kind.startsWith('kept'))).toEqual([])
      expect(JSON.stringify(again.flow)).toBe(JSON.stringify(once))
    }),
    { numRuns: 300 },
  )
})

function readOrRefuse(value: unknown): Flow | undefined {
  try {
    return readFlow(value, (name) => catalogue.describe(name)).flow
  } catch (error) {
    expect(error).toBeInstanceOf(FlowFormatError)
    return undefined
  }
}

function workWith(flow: Flow): void {
  const ids = flow.nodes.map((node) => node.id)
  validateFlow(flow, catalogue, { credentials: [] })
  stripForExport(flow, (name) => catalogue.describe(name))
  const selection = parseClipboard(serializeSelection(flow, ids, (name) => catalogue.describe(name)))
  expect(selection?.nodes.length ?? 0).toBe(ids.length)
  duplicateNodes(...ids)(flow)
  removeNodes(ids[0] ?? '')(flow)
  for (const description of descriptions.slice(0, 4)) updateNodeToDefinition(ids[0] ?? '', description)(flow)
}

function breakAt(root: unknown, path: readonly number[], value: unknown): void {
  let current = root
  for (const [depth, step] of path.entries()) {
    if (typeof current !== 'object' || current === null) return
    const parts = current as Record<string, unknown>
    const keys = Object.keys(parts)
    const key = keys[step % Math.max(keys.length, 1)]
    if (key === undefined) return
    const next = parts[key]
    if (depth < path.length - 1 && typeof next === 'object' && next !== null) {
      current = next
    } else {
      if (value === undefined) delete parts[key]
      else parts[key] = value
      return
    }
  }
}
