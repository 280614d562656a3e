import { createCredential } from '@chatwright/contract'
import type { CredentialDescription, Draft } from '@chatwright/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { sentFields } from '../../../components/credential-dialog/credential-fields.ts'
import { call } from '../../../lib/api.ts'
import { useCredentialKinds } from '../../../lib/catalogue.ts'
import { useCanvas } from '../canvas-context.tsx'
import { isGiven } from './answer.ts'
import type { Answer } from './answer.ts'
import { fillCredentials } from './credential-needs.ts'
import type { CredentialNeed } from './credential-needs.ts'
import { replaceModels } from './replace-model.ts'

interface ApplyOptions {
  needs: readonly CredentialNeed[]
  /** Called with each credential that was kept, so that another try does not make it twice. */
  onSaved: (answers: readonly Answer[]) => void
  onDone: () => void
}

/** Keeps the new credentials, then gives every node what was chosen for it: one edit, undone in one step. */
export function useApplyAnswers({ needs, onSaved, onDone }: ApplyOptions) {
  const { t } = useTranslation('credentials')
  const canvas = useCanvas()
  const queryClient = useQueryClient()
  const { data: kinds = [] } = useCredentialKinds()
  return useMutation({
    mutationFn: async (answers: readonly Answer[]) => {
      let kept = answers
      for (const [index, answer] of answers.entries()) {
        if (answer.use !== 'new' || !isGiven(answer, kinds)) continue
        const credentialId = await keepCredential(answer, kinds)
        kept = kept.with(index, { use: 'stored', credentialId })
        onSaved(kept)
      }
      return kept
    },
    onSuccess: (answers) => {
      const isChanged = canvas.run((draft) => {
        for (const [index, need] of needs.entries()) applyAnswer(draft, need, answers[index])
      })
      if (isChanged) canvas.announce(t('missing.done'))
      onDone()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['credentials'] }),
  })
}

async function keepCredential(
  { kind, values }: Extract<Answer, { use: 'new' }>,
  kinds: readonly CredentialDescription[],
): Promise<string> {
  const description = kinds.find(({ name }) => name === kind)
  if (!description) throw new Error(`This server knows no credential of the kind ${kind}.`)
  const body = { name: description.label, credentialName: kind, plainDataObj: sentFields(description, values) }
  return (await call(createCredential, { body })).id
}

function applyAnswer(draft: Draft, need: CredentialNeed, answer: Answer | undefined): void {
  if (answer?.use === 'replacement') replaceModels(draft, need.nodes, answer.replacement)
  if (answer?.use !== 'stored') return
  for (const edit of fillCredentials([{ need, credentialId: answer.credentialId }])) draft.try(edit)
}
