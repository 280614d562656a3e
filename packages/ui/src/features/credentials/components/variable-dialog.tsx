import type { Variable } from '@chatwright/contract'
import Box from '@mui/material/Box'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ChoiceInput } from '../../../components/choice-input.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { SecretField } from '../../../components/secret-field.tsx'
import { SwitchRow } from '../../../components/switch-row.tsx'
import { TextInput } from '../../../components/text-input.tsx'
import { useSaveVariable } from '../api/use-variables.ts'
import { isVariableName, variableUse } from '../model/variable-name.ts'

export function VariableDialog({ variable, onClose }: { variable: Variable | undefined; onClose: () => void }) {
  const { t } = useTranslation('credentials')
  const [name, setName] = useState(variable?.name ?? '')
  const [value, setValue] = useState(variable?.value ?? '')
  const [type, setType] = useState(variable?.type ?? 'static')
  const [isSecret, setIsSecret] = useState(variable?.isSecret ?? false)
  const [isTried, setIsTried] = useState(false)
  const save = useSaveVariable(onClose)
  const keepsSecret = variable?.isSecret === true && isSecret && value === ''
  const submit = () => {
    setIsTried(true)
    if (!isVariableName(name)) return
    save.mutate({ id: variable?.id, name, type, isSecret, ...(type === 'static' && !keepsSecret && { value }) })
  }
  return (
    <FormDialog
      open
      title={variable ? t('variables.edit') : t('variables.add')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={save.isPending}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <TextInput
          label={t('variables.name')}
          value={name}
          onChange={setName}
          autoFocus
          help={t('variables.nameHelp', { use: variableUse(name || 'name') })}
          error={isTried && !isVariableName(name) ? t('variables.badName') : undefined}
        />
        <ChoiceInput
          label={t('variables.source')}
          value={type}
          onChange={(chosen) => setType(chosen === 'runtime' ? 'runtime' : 'static')}
          {...(type === 'runtime' && { help: t('variables.runtimeHelp') })}
          choices={[
            { value: 'static', label: t('variables.static') },
            { value: 'runtime', label: t('variables.runtime') },
          ]}
        />
        {type === 'static' ? (
          <>
            <SwitchRow
              label={t('variables.secret')}
              help={t('variables.secretHelp')}
              isOn={isSecret}
              onChange={setIsSecret}
            />
            {isSecret ? (
              <SecretField
                label={t('variables.value')}
                value={value}
                onChange={setValue}
                isStored={variable?.isSet ?? false}
                {...(variable?.isSecret && { help: t('variables.keepValue') })}
              />
            ) : (
              <TextInput
                label={t('variables.value')}
                value={value}
                onChange={setValue}
                multiline
                minRows={2}
                maxRows={8}
              />
            )}
          </>
        ) : null}
        {save.error ? <ProblemNotice>{save.error.message}</ProblemNotice> : null}
      </Box>
    </FormDialog>
  )
}
