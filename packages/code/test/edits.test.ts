import { applyEdit, diffFlows, refusalText, type Edit, type Flow, type FlowNode } from '@chatwright/core'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { catalogue, chats, ENTRY, LAYOUT, parse, print, steps, template } from './folder.ts'
import { flowChance, flowOf } from './random-flow.ts'

function applied(flow: Flow, edit: Edit): Flow {
  const outcome = applyEdit(flow, edit, catalogue)
  if (!('flow' in outcome)) throw new Error(refusalText(outcome.refusal))
  return outcome.flow
}

/** The files that differ, each with how many lines were removed and added. */
function changedFiles(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Record<string, [number, number]> {
  const paths = [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path))
  return Object.fromEntries(
    paths.map((path) => {
      const [old, next] = [before, after].map((files) => (files.get(path) ?? '').split('\n'))
      const [removed, added] = [new Set(old), new Set(next)]
      return [
        path,
        [
          [...removed].filter((line) => !added.has(line)).length,
          [...added].filter((line) => !removed.has(line)).length,
        ],
      ]
    }),
  )
}

/** Edges of one id can't be told apart by an edit. */
function withoutTwins(flow: Flow): Flow {
  return { ...flow, edges: [...new Map(flow.edges.map((edge) => [edge.id, edge])).values()] }
}

function isAnchor({ data }: FlowNode, name: string): boolean {
  return data.inputAnchors.some((anchor) => anchor.name === name)
}

describe('what changes in the files', () => {
  test('one setting is one line', async () => {
    const flow = applied(await template('document-chat'), {
      do: 'set',
      id: 'chatOpenAI_0',
      path: 'temperature',
      value: 0.3,
    })
    const after = applied(flow, { do: 'set', id: 'chatOpenAI_0', path: 'temperature', value: 0.7 })
    expect(changedFiles(print(flow), print(after))).toEqual({ [ENTRY]: [1, 1] })
  })

  test('a long text is its own file', async () => {
    const flow = await template('two-steps')
    const long = (word: string) => `You write articles.\n\n${word}\n{outline}`
    const [before, after] = ['Be brief.', 'Be kind.'].map((word) =>
      applied(flow, { do: 'set', id: 'promptTemplate_0', path: 'template', value: long(word) }),
    )
    expect(changedFiles(print(before!), print(after!))).toEqual({
      'prompts/support/promptTemplate_0.template.md': [1, 1],
    })
  })

  test('a moved card and a resized note are the layout alone', async () => {
    const flow = await template('document-chat')
    const moved = applied(flow, { do: 'move', places: { chatOpenAI_0: { x: 1, y: 2 } } })
    const sized = applied(moved, { do: 'resize', id: 'stickyNote_0', width: 400, height: 99 })
    expect(Object.keys(changedFiles(print(flow), print(sized)))).toEqual([LAYOUT])
  })

  test('a connection is a line of the node that takes it', async () => {
    const flow = await template('steps-ticket-desk')
    const cut = applied(flow, { do: 'disconnect', from: 'conditionAgentflow_0', to: 'directReplyAgentflow_2' })
    expect(changedFiles(print(flow), print(cut))).toEqual({ [ENTRY]: [1, 0] })
  })
})

describe.each([
  ['chat', chats],
  ['agent', steps],
])('an edit of the code of a random %s flow', (_, descriptions) => {
  const SETTABLE = /^ {2}(\w+): (-?\d+(?:\.\d+)?|true|false|'[\w .]*'),$/

  test('that sets an input is that edit, and nothing beside it', () => {
    let found = 0
    fc.assert(
      fc.property(flowChance, fc.nat(), fc.constantFrom(0.5, 7, true, 'a word'), (chance, at, value) => {
        const plain = {
          ...chance,
          nodes: chance.nodes.map((node) => ({
            ...node,
            id: null,
            changes: node.changes.map((each) => ({ ...each, type: 'input', value: each.at })),
          })),
          // An edge of an older form is read anew when its node changes, and put back by an edit of its own.
          edges: chance.edges.map((edge) => (edge.change === 'stale' ? { ...edge, change: 'none' } : edge)),
        }
        const flow = withoutTwins(flowOf(plain, descriptions))
        const files = print(flow)
        const lines = files.get(ENTRY)!.split('\n')
        const places = lines.flatMap((line, index) => (SETTABLE.test(line) ? [index] : []))
        const index = places[at % Math.max(places.length, 1)]
        if (index === undefined) return
        const [, name = ''] = SETTABLE.exec(lines[index]!) ?? []
        const start = lines.slice(0, index).findLast((line) => line.startsWith('const ')) ?? ''
        const node = flow.nodes.find(({ id, data }) => start.startsWith(`const ${id} = ${data.name}.`))
        if (!node || name === 'output' || name === 'credential' || isAnchor(node, name)) return
        const written = typeof value === 'string' ? `'${value}'` : String(value)
        lines[index] = `  ${name}: ${written},`
        files.set(ENTRY, lines.join('\n'))
        const { flow: after, problems } = parse(files, flow)
        expect(problems).toEqual([])
        const edits = diffFlows(flow, after!, catalogue)
        const same = node.data.inputs[name] === value
        expect(edits.filter(({ do: kind }) => kind === 'set')).toEqual(
          same ? [] : [{ do: 'set', id: node.id, path: name, value }],
        )
        expect(edits.length).toBe(same ? 0 : 1)
        found += 1
      }),
      { numRuns: 150 },
    )
    expect(found).toBeGreaterThan(0)
  })

  test('that moves a node is that move', () => {
    fc.assert(
      fc.property(flowChance, fc.nat(), fc.integer(), (chance, at, x) => {
        const plain = { ...chance, nodes: chance.nodes.map((node) => ({ ...node, changes: [] })) }
        const flow = withoutTwins(flowOf(plain, descriptions))
        const node = flow.nodes[at % Math.max(flow.nodes.length, 1)]
        if (!node) return
        const files = print(flow)
        const layout = JSON.parse(files.get(LAYOUT)!) as { nodes: { id: string; x: number }[] }
        const place = layout.nodes.find(({ id }) => id === node.id)!
        place.x = x
        files.set(LAYOUT, JSON.stringify(layout))
        const { flow: after } = parse(files, flow)
        const { y } = node.position
        expect(diffFlows(flow, after!, catalogue)).toEqual(
          node.position.x === x ? [] : [{ do: 'move', places: { [node.id]: { x, y } } }],
        )
      }),
      { numRuns: 100 },
    )
  })

  test('that leaves out a const removes the node', () => {
    fc.assert(
      fc.property(flowChance, fc.nat(), (chance, at) => {
        const plain = { ...chance, edges: [], nodes: chance.nodes.map((node) => ({ ...node, changes: [] })) }
        const flow = withoutTwins(flowOf(plain, descriptions))
        const node: FlowNode | undefined = flow.nodes[at % Math.max(flow.nodes.length, 1)]
        if (!node || flow.nodes.length < 2) return
        const files = print(flow)
        const blocks = files.get(ENTRY)!.split('\n\n')
        const kept = blocks.filter((block) => !block.startsWith(`const ${node.id} = `))
        if (kept.length === blocks.length) return
        files.set(ENTRY, `${kept.join('\n\n').trimEnd()}\n`)
        const { flow: after, problems } = parse(files, flow)
        expect(problems).toEqual([])
        expect(diffFlows(flow, after!, catalogue)).toEqual([{ do: 'remove', ids: [node.id] }])
      }),
      { numRuns: 100 },
    )
  })
})
