import { createCatalogueIndex, readFlow, validateFlow, type Flow } from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { loadCatalogue } from '../catalogue/load-catalogue.ts'
import { drawOutline } from './draw-outline.ts'
import { outlines } from './own-templates.ts'
import { toolTemplates } from './tool-templates.ts'

const catalogue = await loadCatalogue()
const index = createCatalogueIndex(catalogue.nodes)
const templates = await catalogue.templates()

/** What only the person who takes a template can add. */
const theirs = new Set(['missing-credential'])
const isTheirs = (problem: { code: string; field?: string }): boolean =>
  theirs.has(problem.code) || (problem.code === 'missing-input' && /file$/i.test(problem.field ?? ''))

test('every template has a name of its own and says what it is for', () => {
  const ids = templates.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(templates.filter(({ content }) => !/^[A-Z].*\.$/.test(String(content.description)))).toEqual([])
})

describe.each(outlines.map((outline) => [outline.id, outline] as const))('template %s', (_, outline) => {
  const flow: Flow = drawOutline(outline, catalogue)

  test('answers once credentials and files are chosen', () => {
    expect(validateFlow(flow, index).filter((problem) => problem.severity === 'error' && !isTheirs(problem))).toEqual(
      [],
    )
  })

  test('survives being exported and read again', () => {
    const { nodes, edges } = flow
    const read = readFlow(JSON.stringify({ nodes, edges }), index.describe)
    expect(read.changes).toEqual([])
    expect(read.flow.edges).toEqual(edges)
  })

  test('lies on the canvas without nodes on top of each other', () => {
    const places = flow.nodes.map(({ position }) => `${position.x},${position.y}`)
    expect(new Set(places).size).toBe(places.length)
  })
})

test.each(toolTemplates.map((tool) => [tool.id, tool] as const))('%s is code that can be read', (_, tool) => {
  const inputs = tool.schema.map(({ property }) => `$${property}`)
  // Read as a function body, which is what the sandbox does with it; nothing is run here.
  expect(() => Reflect.construct(Function, [...inputs, `return (async () => {${tool.func}})`])).not.toThrow()
  for (const name of inputs) expect(tool.func).toContain(name)
})
