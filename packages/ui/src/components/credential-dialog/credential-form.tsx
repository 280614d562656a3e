import type { Credential } from '@chatwright/contract'
import type { CredentialDescription } from '@chatwright/core'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { color } from '../../theme/tokens.ts'
import { FormDialog } from '../form-dialog.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { TextInput } from '../text-input.tsx'
import { ConnectionPanel } from './connection-panel.tsx'
import { useSaveCredential, useTestCredential } from './credential-api.ts'
import { CredentialField } from './credential-field.tsx'
import { isSecret, isStored, missingFields, sentFields, startingFields } from './credential-fields.ts'
import { CredentialUses } from './credential-uses.tsx'
import { KindIcon } from './kind-icon.tsx'

interface CredentialFormProps {
  kind: CredentialDescription
  stored: Credential | undefined
  onClose: () => void
  onSaved?: (credential: Credential) => void
  /** It was stored, and there is more to do. */
  onMade?: (id: string) => void
  /** Back to the choice of kinds. */
  onBack?: () => void
}

export function CredentialForm({ kind, stored, onClose, onSaved, onMade, onBack }: CredentialFormProps) {
  const { t } = useTranslation(['credentials', 'common'])
  const [name, setName] = useState(stored?.name ?? kind.label)
  const [values, setValues] = useState(() => startingFields(kind, stored?.plainDataObj))
  const [isTried, setIsTried] = useState(false)
  const test = useTestCredential()
  const save = useSaveCredential((credential) => {
    onSaved?.(credential)
    // It is stored, and has yet to be connected.
    if (kind.isConnection && !stored && onMade) onMade(credential.id)
    else onClose()
  })
  const missing = missingFields(kind, values, stored?.plainDataObj)
  const draft = { id: stored?.id, credentialName: kind.name, fields: sentFields(kind, values) }
  /** Runs the action when nothing is missing; otherwise shows what is. */
  const whenComplete = (action: () => void) => () => {
    setIsTried(true)
    if (missing.length === 0 && name.trim() !== '') action()
  }
  const needed = t('common:state.required')

  return (
    <FormDialog
      open
      width="md"
      title={stored ? t('edit') : t('addKind', { kind: kind.label })}
      onClose={onClose}
      isBusy={save.isPending}
      submitLabel={stored ? t('common:action.save') : t('common:action.add')}
      onSubmit={whenComplete(() => save.mutate({ ...draft, name: name.trim() }))}
      footStart={
        kind.canTest ? (
          <Button loading={test.isPending} onClick={whenComplete(() => test.mutate(draft))}>
            {t('test')}
          </Button>
        ) : undefined
      }
    >
      <Box sx={{ display: 'grid', gap: 2, minHeight: 336, alignContent: 'start' }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: color.text2 }}>
          <KindIcon name={kind.name} />
          <Typography variant="subtitle2">{kind.label}</Typography>
          {onBack ? (
            <Button size="small" onClick={onBack} startIcon={<IconArrowLeft size={16} aria-hidden />}>
              {t('otherKind')}
            </Button>
          ) : null}
        </Box>
        <TextInput
          label={t('name')}
          help={t('nameHelp')}
          value={name}
          onChange={setName}
          autoFocus={!stored}
          error={isTried && name.trim() === '' ? needed : undefined}
        />
        {kind.inputs.map((input) => (
          <CredentialField
            key={input.name}
            input={input}
            value={values[input.name] ?? ''}
            onChange={(value) => {
              test.reset()
              setValues({ ...values, [input.name]: value })
            }}
            error={isTried && missing.includes(input.name) ? needed : undefined}
            isStored={isStored(input, stored?.plainDataObj ?? {})}
          />
        ))}
        {stored && kind.inputs.some(isSecret) ? (
          <Typography variant="caption" sx={{ color: color.text3 }}>
            {t('secretsKept')}
          </Typography>
        ) : null}
        {save.error ? <ProblemNotice>{save.error.message}</ProblemNotice> : null}
        {test.error ? <ProblemNotice>{test.error.message}</ProblemNotice> : null}
        {test.data ? (
          <ProblemNotice tone={test.data.ok ? 'success' : 'error'}>
            {[test.data.message, test.data.hint].filter(Boolean).join(' ')}
          </ProblemNotice>
        ) : null}
        {stored && kind.isConnection ? <ConnectionPanel id={stored.id} /> : null}
        {stored ? <CredentialUses id={stored.id} /> : null}
      </Box>
    </FormDialog>
  )
}
