import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { messageOf } from '../../lib/api-error.ts'
import { useCredentialKinds, useCredentials } from '../../lib/catalogue.ts'
import { ChoiceButton } from './choice-button.tsx'
import { ChoiceList } from './choice-list.tsx'
import { asText } from './field-props.ts'
import type { FieldProps } from './field-props.ts'
import { CredentialDialog } from '../../components/credential-dialog/lazy-credential-dialog.ts'

/** Which stored credential a node uses; a new one is made, and the chosen one changed, without leaving the form. */
export function CredentialField(field: FieldProps) {
  const { param, value, onChange } = field
  const { t } = useTranslation('form')
  const credentials = useCredentials()
  const kinds = useCredentialKinds().data ?? []
  const [editing, setEditing] = useState<{ kind: string } | { id: string }>()
  const fitting = (credentials.data ?? []).filter(({ credentialName }) =>
    param.credentialNames?.includes(credentialName),
  )
  const chosen = asText(value)
  const current = fitting.find((credential) => credential.id === chosen)
  const state = credentials.isPending ? (
    <p className="cw-choices-empty">{t('loading')}</p>
  ) : credentials.isError ? (
    <p className="cw-choices-empty" role="alert">
      {t('loadFailed', { reason: messageOf(credentials.error) })}
    </p>
  ) : fitting.length === 0 ? (
    <p className="cw-choices-empty">{t('credential.none')}</p>
  ) : undefined
  return (
    <>
      <ChoiceButton
        field={field}
        text={current?.name ?? (chosen !== '' && credentials.data ? t('credential.missing') : '')}
        placeholder={t('credential.choose')}
        list={(anchor, close) => (
          <ChoiceList
            anchor={anchor}
            label={param.label}
            options={fitting.map(({ id, name, credentialName }) => ({
              name: id,
              label: name,
              description: kinds.find((kind) => kind.name === credentialName)?.label ?? credentialName,
            }))}
            chosen={[chosen]}
            state={state}
            onChoose={(id) => onChange(id === chosen && param.optional ? '' : id)}
            onClose={close}
            foot={
              <div className="cw-choices-foot">
                {(param.credentialNames ?? []).map((kind) => (
                  <button
                    key={kind}
                    type="button"
                    className="cw-link"
                    onClick={() => {
                      close()
                      setEditing({ kind })
                    }}
                  >
                    <IconPlus size={16} aria-hidden />
                    {t('credential.create', { kind: kinds.find((known) => known.name === kind)?.label ?? kind })}
                  </button>
                ))}
                {current ? (
                  <button
                    type="button"
                    className="cw-link"
                    onClick={() => {
                      close()
                      setEditing({ id: current.id })
                    }}
                  >
                    <IconPencil size={16} aria-hidden />
                    {t('credential.edit', { name: current.name })}
                  </button>
                ) : null}
              </div>
            }
          />
        )}
      />
      {editing ? (
        <CredentialDialog
          {...('id' in editing ? { id: editing.id } : { kinds: [editing.kind] })}
          onClose={() => setEditing(undefined)}
          onSaved={(credential) => {
            setEditing(undefined)
            onChange(credential.id)
          }}
        />
      ) : null}
    </>
  )
}
