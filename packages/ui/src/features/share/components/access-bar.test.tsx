import type { Chatflow, ChatflowChanges } from '@chatwright/contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { renderInApp } from '../../../../test/render.tsx'
import { AccessBar } from './access-bar.tsx'
import { ShareContext } from './share-context.ts'

function show(access: Chatflow['access'], apiConfig: string | null = '{"rateLimit":{"status":false}}') {
  const saved: ChatflowChanges[] = []
  const chatflow = { id: 'f', access, apiConfig, isPublic: false, apikeyid: access === 'key' ? 'k' : null } as Chatflow
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
  ['owner', 'Only me', 'Anyone with the link', { access: 'open' }],
  ['key', 'API key', 'Anyone with the link', { access: 'open' }],
  ['key', 'API key', 'Only me', { access: 'owner' }],
  ['open', 'Anyone with the link', 'Only me', { access: 'owner' }],
] as const)('%s is chosen as that word, and one click changes it', async (access, words, other, change) => {
  const saved = show(access)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: words }).checked).toBe(true)
  await userEvent.click(screen.getByRole('radio', { name: other }))
  expect(saved).toEqual([change])
})
