import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { Conversation } from '../../../../parts/conversation/conversation.ts'
import { ConversationMemory } from '../../../../parts/conversation/conversation-memory.ts'
import { ChatContext } from '../chat-context.ts'
import { Composer } from './composer.tsx'

function openComposer({ canAsk = true } = {}) {
  const conversation = new Conversation({
    predict: () => new Promise(() => undefined),
    abort: () => Promise.resolve(),
    memory: new ConversationMemory('flow', 'INTERNAL'),
    newId: () => 'id',
    now: () => 0,
  })
  const ask = vi.spyOn(conversation, 'ask').mockResolvedValue()
  const context = { chatflowId: 'flow', conversation, audience: 'builder' as const, hasFeedback: false }
  render(
    <ChatContext value={context}>
      <main>
        <Composer
          canAsk={canAsk}
          reasonCannotAsk="Save the flow first."
          uploads={{ rules: [{ use: 'see', types: ['image/png'], maxMegabytes: 1 }] }}
        />
      </main>
    </ChatContext>,
  )
  return { ask, field: screen.getByRole('textbox', { name: 'Your question' }), person: userEvent.setup() }
}

test('Enter sends, Shift+Enter breaks the line', async () => {
  const { ask, field, person } = openComposer()
  await person.type(field, 'one{Shift>}{Enter}{/Shift}two{Enter}')
  expect(ask).toHaveBeenCalledExactlyOnceWith({ question: 'one\ntwo', uploads: [] })
})

test('Enter that ends a word of an input method does not send', () => {
  const { ask, field } = openComposer()
  fireEvent.change(field, { target: { value: 'にほん' } })
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229, isComposing: true })
  expect(ask).not.toHaveBeenCalled()
})

test('nothing but blanks is not a question', async () => {
  const { ask, field, person } = openComposer()
  await person.type(field, '   {Enter}')
  expect(ask).not.toHaveBeenCalled()
})

test('[CANVAS-3] what cannot be asked says why', () => {
  const { field } = openComposer({ canAsk: false })
  expect(field).toHaveProperty('disabled', true)
  expect(field.getAttribute('placeholder')).toBe('Save the flow first.')
})

test('a file the flow does not take is refused with its reason', () => {
  const { field } = openComposer()
  const notes = new File(['x'], 'notes.exe', { type: 'application/x-msdownload' })
  fireEvent.drop(field, { dataTransfer: { files: [notes] } })
  expect(screen.getByRole('alert').textContent).toContain('This flow doesn’t accept notes.exe')
})

test('a picture dropped beside the field goes along, and a button takes it away again', async () => {
  const { person } = openComposer()
  const picture = new File(['x'], 'chart.png', { type: 'image/png' })
  fireEvent.drop(screen.getByRole('main'), { dataTransfer: { files: [picture] } })
  expect(screen.getByText('chart.png')).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Remove chart.png' }))
  expect(screen.queryByText('chart.png')).toBeNull()
})
