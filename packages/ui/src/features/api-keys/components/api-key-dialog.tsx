import { Network, type ApiKey, type ApiKeyPermission } from '@chatwright/contract'
import Box from '@mui/material/Box'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ChoiceInput } from '../../../components/choice-input.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { SwitchRow } from '../../../components/switch-row.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { TextInput } from '../../../components/text-input.tsx'
import { useSaveApiKey } from '../api/use-api-keys.ts'
import { FlowPicker } from './flow-picker.tsx'

interface ApiKeyDialogProps {
  apiKey: ApiKey | undefined
  onClose: () => void
  onCreated: (key: ApiKey) => void
}

/** Rights by the words of the screen. */
const CHOICES: readonly { word: 'ask' | 'read' | 'build' | 'runs'; gives: readonly ApiKeyPermission[] }[] = [
  { word: 'ask', gives: ['predict'] },
  { word: 'read', gives: ['flow.read'] },
  { word: 'build', gives: ['flow.edit'] },
  { word: 'runs', gives: ['run.read'] },
]

const KINDS = ['predict', 'some', 'manage'] as const

function kindOf(permissions: readonly ApiKeyPermission[]): (typeof KINDS)[number] {
  if (permissions.includes('manage')) return 'manage'
  return permissions.every((each) => each === 'predict') ? 'predict' : 'some'
}

/** Makes a key, or renames one and changes what it opens. */
export default function ApiKeyDialog({ apiKey, onClose, onCreated }: ApiKeyDialogProps) {
  const { t } = useTranslation(['api-keys', 'common'])
  const [name, setName] = useState(apiKey?.keyName ?? '')
  const [permission, setPermission] = useState(kindOf(apiKey?.permissions ?? ['predict']))
  const [rights, setRights] = useState<readonly ApiKeyPermission[]>(apiKey?.permissions ?? ['predict'])
  const [flows, setFlows] = useState(apiKey?.flows ?? null)
  const [networks, setNetworks] = useState((apiKey?.networks ?? []).join('\n'))
  const [isTried, setIsTried] = useState(false)
  const save = useSaveApiKey((saved) => {
    onClose()
    if (!apiKey) onCreated(saved)
  })
  const isManager = permission === 'manage'
  const entries = networks.split(/[\s,]+/).filter((entry) => entry !== '')
  const wrongNetwork = entries.find((entry) => !Network.safeParse(entry).success)
  const isComplete =
    name.trim() !== '' &&
    wrongNetwork === undefined &&
    (isManager || flows === null || flows.length > 0) &&
    (permission !== 'some' || rights.length > 0)
  const submit = () => {
    setIsTried(true)
    if (!isComplete) return
    save.mutate({
      id: apiKey?.id,
      keyName: name.trim(),
      permissions: isManager ? ['predict', 'manage'] : permission === 'some' ? [...rights] : ['predict'],
      flows: isManager ? null : flows,
      networks: entries.length === 0 ? null : entries,
    })
  }
  return (
    <FormDialog
      open
      title={apiKey ? t('edit') : t('create')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={save.isPending}
      submitLabel={apiKey ? t('common:action.save') : t('common:action.create')}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <TextInput
          label={t('name')}
          help={t('nameHelp')}
          value={name}
          onChange={setName}
          autoFocus
          error={isTried && name.trim() === '' ? t('common:state.required') : undefined}
        />
        <ChoiceInput
          label={t('permission.label')}
          value={permission}
          onChange={(chosen) => setPermission(KINDS.find((kind) => kind === chosen) ?? 'predict')}
          help={t(`permission.${permission}Help`)}
          choices={[
            { value: 'predict', label: t('permission.predict') },
            { value: 'some', label: t('permission.some') },
            { value: 'manage', label: t('permission.manage') },
          ]}
        />
        {permission === 'some' ? (
          <Box role="group" aria-label={t('permission.some')}>
            {CHOICES.map(({ word, gives }) => (
              <SwitchRow
                key={word}
                label={t(`right.${word}`)}
                help={t(`right.${word}Help`)}
                isOn={gives.some((right) => rights.includes(right))}
                onChange={(isOn) =>
                  setRights([...rights.filter((each) => !gives.includes(each)), ...(isOn ? gives : [])])
                }
              />
            ))}
            {isTried && rights.length === 0 ? <ProblemNotice>{t('right.none')}</ProblemNotice> : null}
          </Box>
        ) : null}
        {isManager ? null : (
          <ChoiceInput
            label={t('scope.label')}
            value={flows === null ? 'all' : 'some'}
            onChange={(chosen) => setFlows(chosen === 'all' ? null : [])}
            choices={[
              { value: 'all', label: t('scope.all') },
              { value: 'some', label: t('scope.some') },
            ]}
          />
        )}
        {isManager || flows === null ? null : (
          <FlowPicker
            label={t('scope.choose')}
            flows={flows}
            onChange={setFlows}
            error={isTried && flows.length === 0 ? t('scope.none') : undefined}
          />
        )}
        <TextInput
          label={t('networks.label')}
          help={t('networks.help')}
          value={networks}
          onChange={setNetworks}
          isOptional
          multiline
          maxRows={6}
          error={isTried && wrongNetwork !== undefined ? t('networks.wrong', { entry: wrongNetwork }) : undefined}
        />
        {save.error ? <ProblemNotice>{save.error.message}</ProblemNotice> : null}
      </Box>
    </FormDialog>
  )
}
