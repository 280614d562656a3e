import { createNode, validateFlow } from '@chatwright/core'
import type { Flow, Problem } from '@chatwright/core'
import { renderHook } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, expect, test } from 'vitest'

import { changeLanguage, loadTexts } from '../../../i18n/i18n.ts'
import { createCanvas } from '../model/canvas-store.ts'
import { descriptions, nodeOf, smallFlow } from '../model/catalogue.fixture.ts'
import { useProblemWords } from './use-problem-words.ts'

afterEach(() => changeLanguage('en'))

function problemsOf(flow: Flow): Problem[] {
  const canvas = createCanvas()
  canvas.setCatalogue(descriptions, [])
  return validateFlow(flow, canvas.store.getState().catalogue, { credentials: [] })
}

/** Flows that have something wrong in many ways. */
function brokenFlows(): Flow[] {
  const small = smallFlow()
  const [edge] = small.edges
  const [description] = descriptions
  if (!edge || !description) throw new Error('The small flow has an edge, and the catalogue a node.')
  const stranger = createNode(description, { id: 'stranger_0', position: { x: 0, y: 0 } })
  return [
    { nodes: [nodeOf('chatModel')], edges: [] },
    { ...small, edges: [...small.edges, { ...edge, id: 'loose', target: 'nobody_0' }] },
    { ...small, edges: [...small.edges, { ...edge, id: 'second' }] },
    { ...small, edges: [{ ...edge, targetHandle: `${edge.target}-input-gone-Gone` }] },
    { ...small, nodes: [...small.nodes, { ...stranger, data: { ...stranger.data, name: 'stranger' } }] },
    { ...small, nodes: [...small.nodes, { ...stranger, data: { ...stranger.data, name: 'openAIAssistant' } }] },
    { ...small, nodes: small.nodes.map((node) => ({ ...node, data: { ...node.data, version: 0 } })) },
  ]
}

test('in English a problem says what the check said; in German nothing of it stays English', async () => {
  await loadTexts(['canvas'])
  const problems = brokenFlows().flatMap(problemsOf)
  const said = new Set(problems.map((problem) => problem.phrase?.id))
  expect(said.size).toBeGreaterThan(5)
  const english = renderHook(() => useProblemWords()).result.current
  expect(problems.map(english)).toEqual(problems)

  await changeLanguage('de')
  await loadTexts(['canvas'])
  const german = renderHook(() => useProblemWords()).result.current
  for (const problem of problems.filter(({ phrase }) => phrase)) {
    const { message, fix } = german(problem)
    expect({ message, fix }).not.toEqual({ message: problem.message, fix: problem.fix })
    expect(`${message} ${fix}`).not.toMatch(/\{\{|\bthe\b|\bnode\b/i)
  }
  expect(i18next.language).toBe('de')
})
