import type { FlowNode, InputDescription, NodeDescription } from '@chatwright/core'
import { canConnect, createNode, isStepDescription, nodeOutputs, openOutputs, outputChoice } from '@chatwright/core'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { printFlow, writeTypes } from '../src/index.ts'
import { catalogue, chats, nodes, steps, template, templates } from './folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'chatwright-types-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What `tsc` says about files beside the types of the catalogue, as `file(line,column): error`. */
function problemsOf(name: string, files: Record<string, string>): string[] {
  const root = join(folder, name)
  const compilerOptions = { strict: true, noEmit: true, target: 'es2022', lib: ['es2022'], types: [], module: 'esnext' }
  const all = {
    'chatwright-env.d.ts': writeTypes(nodes),
    ...files,
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['.'] }),
  }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'))
  const { stdout } = spawnSync(process.execPath, [join(typescript, 'bin/tsc'), '-p', root, '--pretty', 'false'], {
    encoding: 'utf8',
    cwd: root,
    maxBuffer: 100_000_000,
  })
  return stdout.split('\n').filter((line) => line.includes(': error TS'))
}

test('every template is code that tsc accepts', async () => {
  const files = new Map<string, string>()
  for (const { id } of await templates()) {
    const flow = await template(id)
    if (flow.nodes) for (const [path, text] of printFlow(flow, catalogue, { name: id }).files) files.set(path, text)
  }
  expect([...files.keys()].filter((path) => path.endsWith('.ts')).length).toBeGreaterThan(20)
  expect(problemsOf('templates', Object.fromEntries(files))).toEqual([])
})

test('tsc refuses what the canvas refuses, over all pairs of ports of chat flows', () => {
  const outputs = chats.flatMap((each) => outputsOf(each))
  // Ports that are declared the same have the same type, so one of each is enough.
  const ports = new Map<string, { node: NodeDescription; name: string; target: FlowNode }>()
  for (const node of chats) {
    const target = asAdded(node, 'target')
    for (const input of target.data.inputAnchors)
      ports.set(`anchor ${portOf(input)}`, { node, name: input.name, target })
    for (const input of target.data.inputParams) ports.set(`param ${portOf(input)}`, { node, name: input.name, target })
  }
  const inputs = [...ports.values()]
  const lines = outputs.map(({ code }, at) => `const output${at} = ${code}\ntype Output${at} = typeof output${at}`)
  for (const [at, { node, name, target }] of inputs.entries()) {
    lines.push(`type Input${at} = NonNullable<chatwright.${inputsOf(node)}[${JSON.stringify(name)}]>`)
    const verdicts = outputs.map(({ source, handle }) => {
      const ends = { source: source.id, sourceHandle: handle, target: target.id, targetHandle: handleOf(target, name) }
      return canConnect({ nodes: [source, target], edges: [] }, ends).ok
    })
    lines.push(`const input${at}: [${outputs.map((_, each) => `Fits<Output${each}, Input${at}>`).join(', ')}] =`)
    lines.push(`  [${verdicts.join(', ')}]`)
  }
  expect(problemsOf('chats', { 'pairs.ts': `${lines.join('\n')}\n${FITS}` })).toEqual([])
  expect(outputs.length * inputs.length).toBeGreaterThan(10_000)
})

test('tsc refuses what the canvas refuses, over all pairs of steps', () => {
  const outputs = steps.flatMap((each) => outputsOf(each))
  const ends = steps.filter((node) => nodeOutputs(asAdded(node, 'source')).length === 0)
  const lines = outputs.map(({ code }, at) => `const output${at} = ${code}\ntype Output${at} = typeof output${at}`)
  for (const [at, node] of ends.entries())
    lines.push(`const end${at} = ${callOf(node)}\ntype End${at} = typeof end${at}`)
  for (const [at, node] of steps.entries()) {
    const target = asAdded(node, 'target')
    lines.push(`type Input${at} = NonNullable<chatwright.${inputsOf(node)}['after']>`)
    const verdicts = outputs.map(({ source, handle }) => {
      const connection = { source: source.id, sourceHandle: handle, target: target.id, targetHandle: target.id }
      return canConnect({ nodes: [source, target], edges: [] }, connection).ok
    })
    const all = [
      ...outputs.map((_, each) => `Fits<Output${each}, Input${at}>`),
      ...ends.map((_, each) => `Fits<End${each}, Input${at}>`),
    ]
    lines.push(`const input${at}: [${all.join(', ')}] = [${[...verdicts, ...ends.map(() => false)].join(', ')}]`)
  }
  expect(ends.length).toBeGreaterThan(0)
  expect(problemsOf('steps', { 'pairs.ts': `${lines.join('\n')}\n${FITS}` })).toEqual([])
})

test.each([
  ['an input that a node does not have', 'const a = calculator.v1({ speed: 1 })', 'speed'],
  ['a choice that is not offered', "const a = conditionAgentflow.v1({ conditions: [{ type: 'text' }] })", 'text'],
  ['a version that the catalogue does not have', 'const a = calculator.v9()', 'v9'],
  ['a number in the place of words', 'const a = conversationChain.v3({ systemMessagePrompt: 1 })', 'number'],
  [
    'a step that follows the end',
    'const end = directReplyAgentflow.v1()\nconst a = directReplyAgentflow.v1({ after: end })',
    'Ending',
  ],
])('tsc refuses %s', (name, code, word) => {
  const [first, ...others] = problemsOf(`refused-${name.length}`, {
    'a.flow.ts': `${code}\nexport default agentFlow('A')\n`,
  })
  expect([first, others]).toEqual([expect.stringContaining(word), []])
})

const FITS = 'type Fits<Given, Taken> = [Given] extends [Taken] ? true : false\nexport {}\n'

function asAdded(node: NodeDescription, id: string): FlowNode {
  return createNode(node, { id, position: { x: 0, y: 0 } })
}

function outputsOf(node: NodeDescription): { code: string; source: FlowNode; handle: string }[] {
  const source = asAdded(node, 'source')
  const choice = outputChoice(source)
  const options = isStepDescription(node) ? [] : (choice?.options?.filter((each) => each['isAnchor'] !== true) ?? [])
  if (choice && options.length > 1) {
    return options.map(({ name }) => {
      const data = { ...source.data, outputs: { ...source.data.outputs, [choice.name]: name } }
      const told = { ...source, data }
      const code = callOf(node, `{ output: ${JSON.stringify(name)} }`)
      return { code, source: told, handle: openOutputs(told)[0]?.handle ?? '' }
    })
  }
  const open = isStepDescription(node) ? nodeOutputs(source) : openOutputs(source)
  return open.map(({ name, handle }) => {
    const code = open.length > 1 ? `${callOf(node)}.branch(${JSON.stringify(name)})` : callOf(node)
    return { code, source, handle }
  })
}

function callOf({ name, version }: NodeDescription, inputs = ''): string {
  return `${name}.v${String(version).replace('.', '_')}(${inputs})`
}

function portOf({ type, list, acceptVariable, options, array, freeSolo }: InputDescription): string {
  return JSON.stringify({ type, list, acceptVariable, options, array, freeSolo })
}

function inputsOf({ name, version }: NodeDescription): string {
  return `Inputs_${name}_${String(version).replace('.', '_')}`
}

function handleOf({ data }: FlowNode, name: string): string {
  const input =
    data.inputAnchors.find((each) => each.name === name) ?? data.inputParams.find((each) => each.name === name)
  return input?.id ?? ''
}
