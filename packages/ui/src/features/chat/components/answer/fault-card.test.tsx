import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { renderInApp } from '../../../../../test/render.tsx'
import type { Conversation } from '../../../../parts/conversation/conversation.ts'
import { ChatContext } from '../chat-context.ts'
import type { ChatContextValue } from '../chat-context.ts'
import { FaultCard } from './fault-card.tsx'

const fault = {
  message: 'OpenAI refused the API key (401)',
  code: 'wrong-credential',
  hint: 'Open the credential "OpenAI API" of this node.',
  nodeId: 'chatOpenAI_0',
  nodeLabel: 'ChatOpenAI',
  field: 'credential',
}

function show(context: Partial<ChatContextValue>) {
  const value = {
    chatflowId: 'f',
    conversation: {} as Conversation,
    audience: 'builder' as const,
    hasFeedback: false,
    ...context,
  }
  renderInApp(
    <ChatContext value={value}>
      <FaultCard fault={fault} isPartial={false} onRetry={() => undefined} />
    </ChatContext>,
  )
}

test('the credential that was used is named, and one button opens it', async () => {
  const onEdit = vi.fn<() => void>()
  show({
    onJumpToNode: () => undefined,
    aboutFault: () => ({ field: 'Connect credential', credential: { name: 'openai wrong', onEdit } }),
  })
  expect(screen.getByText(/Open “openai wrong”/)).toBeDefined()
  expect(screen.queryByText(/OpenAI API"/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Edit openai wrong' }))
  expect(onEdit).toHaveBeenCalledOnce()
})

test('a field is named by its label; where nobody knows the label, its key is not shown', () => {
  show({ aboutFault: () => ({ field: 'Model name' }) })
  expect(screen.getByText('Check “Model name”.')).toBeDefined()
  expect(screen.queryByText(/credential$/)).toBeNull()
})

test('a visitor reads neither cause nor advice', () => {
  show({ audience: 'visitor' })
  expect(screen.getByRole('alert').textContent).not.toMatch(/OpenAI|credential/)
})
