import type { ChatflowSummary } from '@chatwright/contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { renderInApp } from '../../../../test/render.tsx'
import { ChatflowCard } from './chatflow-card.tsx'

const aFlow = (rest: Partial<ChatflowSummary> = {}) =>
  ({
    id: 'flow-1',
    name: 'Support',
    type: 'CHATFLOW',
    category: null,
    nodeNames: [],
    access: 'open',
    isPublic: false,
    lastRunDate: null,
    updatedDate: '2026-01-02T03:04:05.000Z',
    ...rest,
  }) as ChatflowSummary

function show(flow: ChatflowSummary) {
  const chosen: string[] = []
  renderInApp(
    <ChatflowCard flow={flow} isSelected={false} isSelecting={false} onSelect={({ id }) => chosen.push(id)} />,
  )
  return chosen
}

test('tags stand as chips of their own, not as a sentence', () => {
  show(aFlow({ category: 'support;internal', nodeNames: ['chatOpenAI'] }))
  for (const tag of ['support', 'internal']) expect(screen.getByText(tag).className).toContain('MuiChip-label')
  expect(screen.queryByText(/ChatOpenAI/)).toBeNull()
})

test.each([
  [
    { nodeNames: ['chatOpenAI'], about: { does: 'documents', model: 'ChatOpenAI' } },
    'Answers from documents · ChatOpenAI',
  ],
  [{ nodeNames: ['llmAgentflow'], about: { does: 'steps', model: null } }, 'Steps that follow each other'],
  [
    { nodeNames: ['toolAgent'], about: { does: 'agent', model: null, prompt: 'You help sailors.' } },
    'You help sailors.',
  ],
  [{ nodeNames: ['calculator', 'stickyNote'] }, 'Calculator'],
  [{ nodeNames: ['stickyNote'] }, 'An empty canvas'],
  [{ nodeNames: [] }, 'An empty canvas'],
] as const)('without tags %j says what it does', (flow, words) => {
  show(aFlow({ ...flow, nodeNames: [...flow.nodeNames] }))
  expect(screen.getByText(words)).toBeTruthy()
})

test('a prompt is cut to one line, and told in full with the link', () => {
  show(aFlow({ about: { does: 'agent', model: null, prompt: 'You help sailors.' } }))
  expect(screen.getByRole('link', { name: 'Support' }).title).toBe('You help sailors.')
})

test('it leads to its canvas, says that it never ran, and is chosen by its box', async () => {
  const chosen = show(aFlow())
  expect(screen.getByRole('link', { name: 'Support' }).getAttribute('href')).toBe('/canvas/flow-1')
  expect(screen.getByText(/Never run/)).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox'))
  expect(chosen).toEqual(['flow-1'])
})

test('it says when its last run failed, in a word and not by a colour alone', () => {
  const lastRunDate = new Date(Date.now() - 3_600_000).toISOString()
  show(aFlow({ lastRunDate, lastRunFailed: true }))
  expect(screen.getByText(/^Failed/).textContent).toMatch(/^Failed .+ ago$/)
  expect(screen.queryByText(/^Ran/)).toBeNull()
})
