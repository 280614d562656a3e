import {
  canConnect,
  createNode,
  inputHandleOf,
  isParam,
  openOutputs,
  refusalText,
  splitTypes,
  validateFlow,
} from '@chatwright/core'
import type { Flow, FlowNode, NodeDescription } from '@chatwright/core'
import { expect, test } from 'vitest'
import { loadCatalogue } from './load-catalogue.ts'

const catalogue = await loadCatalogue()
const descriptions = catalogue.nodes
const nodes = descriptions.map((description, index) =>
  createNode(description, { id: `${description.name}_${index}`, position: { x: 0, y: 0 } }),
)
const labels = new Set(descriptions.flatMap(({ label, inputs }) => [label, ...inputs.map((input) => input.label)]))

const longestFirst = [...labels].toSorted((a, b) => b.length - a.length)

/** Names of classes that no label bears too: words of the kind `BaseChatModel`. */
const classes = new Set(
  descriptions
    .flatMap(({ baseClasses, inputs, outputs = [] }: NodeDescription) => [
      ...baseClasses,
      ...outputs.flatMap((output) => output.baseClasses),
      ...inputs.filter((input) => !isParam(input)).flatMap((input) => splitTypes(input.type)),
    ])
    .filter((name) => /[a-z][A-Z]|[A-Z]{2}[a-z]/.test(name) && !labels.has(name)),
)

function classesIn(text: string): string[] {
  // A label may hold another: the longest goes first. Within a longer word it is no label.
  const bare = longestFirst.reduce((rest, label) => (rest.includes(label) ? withoutWord(rest, label) : rest), text)
  return (bare.match(/\w+/g) ?? []).filter((word) => classes.has(word))
}

function withoutWord(text: string, label: string): string {
  return text
    .split(label)
    .reduce((before, after) => before + (/\w$/.test(before) || /^\w/.test(after) ? label : ' ') + after)
}

test('the catalogue has class names to keep from people', () => {
  expect(classes.size).toBeGreaterThan(40)
  expect(classesIn('Connect a node that gives BaseChatModel.')).toEqual(['BaseChatModel'])
})

test.each(nodes.map((node) => [node.data.name, node] as const))('%s asks for what it lacks in words', (_, node) => {
  const problems = validateFlow({ nodes: [node], edges: [] }, catalogue)
  expect(problems.flatMap(({ message, fix }) => classesIn(`${message} ${fix}`))).toEqual([])
})

test('every kind of input refuses what does not fit in words', () => {
  const inputs = new Map<string, { node: FlowNode; handle: string }>()
  for (const node of nodes) {
    for (const anchor of node.data.inputAnchors) {
      if (!inputs.has(anchor.type)) inputs.set(anchor.type, { node, handle: inputHandleOf(node.id, anchor) })
    }
  }
  expect(inputs.size).toBeGreaterThan(15)
  const said = [...inputs.values()].flatMap(({ node, handle }) =>
    nodes
      .filter((source) => source !== node)
      .flatMap((source) =>
        openOutputs(source).flatMap((output) => {
          const flow: Flow = { nodes: [source, node], edges: [] }
          const verdict = canConnect(flow, {
            source: source.id,
            sourceHandle: output.handle,
            target: node.id,
            targetHandle: handle,
          })
          return verdict.ok ? [] : classesIn(refusalText(verdict.refusal))
        }),
      ),
  )
  expect([...new Set(said)]).toEqual([])
})
