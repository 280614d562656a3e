import type { CustomTool } from '@chatwright/contract'
import Box from '@mui/material/Box'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { FormDialog } from '../form-dialog.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { TextInput } from '../text-input.tsx'
import { checkDraft } from './check-draft.ts'
import { SchemaGrid } from './schema-grid.tsx'
import { useSaveTool } from './tool-api.ts'
import { ToolCode } from './tool-code.tsx'
import { startDraft } from './tool-draft.ts'
import type { ToolDraft, ToolSource } from './tool-draft.ts'
import { TryPanel } from './try-panel.tsx'

interface ToolFormProps {
  source: ToolSource
  onClose: () => void
  onSaved?: (tool: CustomTool) => void
}

export function ToolForm({ source, onClose, onSaved }: ToolFormProps) {
  const { t } = useTranslation(['tools', 'common'])
  const [draft, setDraft] = useState(() => startDraft(source))
  const [isTried, setIsTried] = useState(false)
  const save = useSaveTool((tool) => {
    onSaved?.(tool)
    onClose()
  })
  const change = (changes: Partial<ToolDraft>) => setDraft((current) => ({ ...current, ...changes }))
  const problems = isTried ? checkDraft(draft) : []
  const nameProblem = problems.find((problem) => problem.field === 'name')
  const schemaProblem = problems.find((problem) => problem.field === 'schema')
  const submit = () => {
    setIsTried(true)
    if (checkDraft(draft).length === 0) save.mutate(draft)
  }
  return (
    <FormDialog
      open
      width="lg"
      title={draft.id === undefined ? t('create') : t('edit')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={save.isPending}
    >
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' } }}>
        <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}>
          <TextInput
            label={t('name')}
            help={t('nameHelp')}
            value={draft.name}
            onChange={(name) => change({ name })}
            autoFocus={draft.id === undefined}
            error={nameProblem && (nameProblem.kind === 'required' ? t('common:state.required') : t('badName'))}
          />
          <TextInput
            label={t('description')}
            help={t('descriptionHelp')}
            value={draft.description}
            onChange={(description) => change({ description })}
            multiline
            minRows={2}
            maxRows={6}
            error={problems.some((problem) => problem.field === 'description') ? t('common:state.required') : undefined}
          />
          <SchemaGrid
            rows={draft.rows}
            onChange={(rows) => change({ rows })}
            error={schemaProblem && t(`schema.${schemaProblem.kind}`, { name: schemaProblem.name })}
          />
          <ToolCode draft={draft} onChange={change} />
          {save.error ? <ProblemNotice>{save.error.message}</ProblemNotice> : null}
        </Box>
        <TryPanel draft={draft} />
      </Box>
    </FormDialog>
  )
}
