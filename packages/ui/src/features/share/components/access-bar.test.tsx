import type { Chatflow, ChatflowChanges } from '@chatwright/contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { renderInApp } from '../../../../test/render.tsx'
import { AccessBar } from './access-bar.tsx'
import { ShareContext } from './share-context.ts'

function show(access: Chatflow['access'], apiConfig: string | null = '{"rateLimit":{"status":false}}') {
  const saved: ChatflowChanges[] = []
  const chatflow = { id: 'f', access, apiConfig } as Chatflow
  renderInApp(
    <ShareContext
      value={{
        chatflow,
        isSaving: false,
        save: (change) => {
          saved.push(change(chatflow))
          return Promise.resolve(true)
        },
      }}
    >
      <AccessBar />
    </ShareContext>,
  )
  return saved
}

test.each([
  ['owner', 'Access: Only me.', 'Share with anyone', { access: 'open' }],
  ['key', 'Access: API key.', 'Share with anyone', { access: 'open' }],
  ['open', 'Access: Anyone with the link.', 'Make it private', { access: 'owner' }],
] as const)('%s is said in that word, and one click changes it', async (access, words, button, change) => {
  const saved = show(access)
  expect(screen.getByText(words)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: button }))
  expect(saved).toEqual([change])
})
