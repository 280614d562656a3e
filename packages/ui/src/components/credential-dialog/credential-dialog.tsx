import type { Credential } from '@chatwright/contract'
import type { CredentialDescription } from '@chatwright/core'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ErrorState } from '../error-state.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { useCredential, useCredentialKinds } from './credential-api.ts'
import { CredentialForm } from './credential-form.tsx'
import { KindPicker } from './kind-picker.tsx'

export interface CredentialDialogProps {
  /** The credential to edit; left out, a new one is made. */
  id?: string
  /** Offer these kinds only; a single one skips the choice. */
  kinds?: readonly string[]
  onClose: () => void
  onSaved?: (credential: Credential) => void
}

/** Adds a credential by kind, or edits one. Secrets go in and never come out. */
export default function CredentialDialog({ id: given, kinds: wanted, onClose, onSaved }: CredentialDialogProps) {
  const [made, setMade] = useState<string>()
  const id = given ?? made
  const { t } = useTranslation('credentials')
  const kinds = useCredentialKinds()
  const stored = useCredential(id)
  const [chosen, setChosen] = useState<CredentialDescription>()
  const offered = (kinds.data ?? []).filter((kind) => wanted?.includes(kind.name) ?? true)
  const only = offered.length === 1 && wanted ? offered[0] : undefined
  const kind = id === undefined ? (chosen ?? only) : findKind(kinds.data, stored.data?.credentialName)
  const error = kinds.error ?? stored.error
  const close = { onClose, ...(onSaved && { onSaved }) }

  if (kind && (id === undefined || stored.data)) {
    return (
      <CredentialForm
        key={`${kind.name} ${id ?? ''}`}
        onMade={setMade}
        kind={kind}
        stored={stored.data}
        {...close}
        {...(chosen && made === undefined && { onBack: () => setChosen(undefined) })}
      />
    )
  }
  return (
    <FormDialog open width="md" title={id === undefined ? t('kind.title') : t('edit')} onClose={onClose}>
      {error ? (
        <ErrorState
          error={error}
          onRetry={() => {
            void kinds.refetch()
            if (id !== undefined) void stored.refetch()
          }}
        />
      ) : kinds.isPending || id !== undefined ? (
        <Box sx={{ height: 336 }}>
          <Skeleton height={36} />
          <Skeleton height={36} />
          <Skeleton height={36} />
        </Box>
      ) : (
        <KindPicker kinds={offered} onChoose={setChosen} />
      )}
    </FormDialog>
  )
}

/** A stored credential whose kind left the catalogue still opens: its name can be read and changed. */
function findKind(
  kinds: readonly CredentialDescription[] | undefined,
  name: string | undefined,
): CredentialDescription | undefined {
  if (!kinds || name === undefined) return undefined
  return kinds.find((kind) => kind.name === name) ?? { label: name, name, version: 1, inputs: [], canTest: false }
}
