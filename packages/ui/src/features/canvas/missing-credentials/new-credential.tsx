import type { CredentialDescription } from '@chatwright/core'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

import { useTestCredential } from '../../../components/credential-dialog/credential-api.ts'
import { CredentialField } from '../../../components/credential-dialog/credential-field.tsx'
import { missingFields, sentFields } from '../../../components/credential-dialog/credential-fields.ts'
import type { FieldValue } from '../../../components/credential-dialog/credential-fields.ts'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { color } from '../../../theme/tokens.ts'

interface NewCredentialProps {
  kind: CredentialDescription | undefined
  values: Readonly<Record<string, FieldValue>>
  isTried: boolean
  /** The caret waits in its first field. */
  isFirst: boolean
  onChange: (values: Readonly<Record<string, FieldValue>>) => void
}

/** The form of a kind of credential in place, to be tried before it is kept. */
export function NewCredential({ kind, values, isTried, isFirst, onChange }: NewCredentialProps) {
  const { t } = useTranslation(['credentials', 'common'])
  const test = useTestCredential()
  if (!kind) return <ProblemNotice>{t('missing.unknownKind')}</ProblemNotice>
  const missing = missingFields(kind, values)
  return (
    <>
      {kind.inputs.map((input, index) => (
        <CredentialField
          key={input.name}
          input={input}
          value={values[input.name] ?? ''}
          onChange={(value) => {
            test.reset()
            onChange({ ...values, [input.name]: value })
          }}
          error={isTried && missing.includes(input.name) ? t('common:state.required') : undefined}
          isStored={false}
          autoFocus={isFirst && index === 0}
        />
      ))}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant="caption" sx={{ color: color.text3 }}>
          {kind.description}
        </Typography>
        {kind.canTest ? (
          <Button
            size="small"
            variant="outlined"
            disabled={missing.length > 0}
            loading={test.isPending}
            onClick={() =>
              test.mutate({ id: undefined, credentialName: kind.name, fields: sentFields(kind, { ...values }) })
            }
          >
            {t('test')}
          </Button>
        ) : null}
      </Box>
      {test.error ? <ProblemNotice>{test.error.message}</ProblemNotice> : null}
      {test.data ? (
        <ProblemNotice tone={test.data.ok ? 'success' : 'error'}>
          {[test.data.message, test.data.hint].filter(Boolean).join(' ')}
        </ProblemNotice>
      ) : null}
    </>
  )
}
