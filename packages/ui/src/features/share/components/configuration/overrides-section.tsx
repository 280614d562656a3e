import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { getFlowConfig } from '@chatwright/contract'
import type { OverridableInput } from '@chatwright/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { ErrorState } from '../../../../components/error-state.tsx'
import { SwitchRow } from '../../../../components/switch-row.tsx'
import { call } from '../../../../lib/api.ts'
import { color, type } from '../../../../theme/tokens.ts'
import { patchJson } from '../../api/patch-chatflow.ts'
import { overrideKey, overrides } from '../../model/config-parts.ts'
import type { OverrideConfig } from '../../model/config-parts.ts'
import { useShare } from '../share-context.ts'
import { ConfigSection } from './config-section.tsx'
import { useDraft } from './use-draft.ts'

/** Which inputs a request may change; none until the owner opens them one by one. */
export function OverridesSection() {
  const { t } = useTranslation('share')
  const { chatflow, save } = useShare()
  const inputs = useQuery({
    queryKey: ['flow-config', chatflow.id],
    queryFn: ({ signal }) => call(getFlowConfig, { params: { id: chatflow.id }, signal }),
  })
  const stored = overrides.read(chatflow.apiConfig)
  const draft = useDraft({ isOn: stored.isOn, open: [...stored.open] })
  const { isOn } = draft.value
  const open = new Set(draft.value.open)
  const toggle = (key: string) => {
    const next = open.has(key) ? draft.value.open.filter((other) => other !== key) : [...draft.value.open, key]
    draft.change({ isOn, open: next.toSorted() })
  }
  return (
    <ConfigSection
      title={t('overrides.title')}
      text={t('overrides.text')}
      isChanged={draft.isChanged && inputs.data !== undefined}
      onSave={() => {
        const entries = inputs.data ?? []
        void save(patchJson('apiConfig', (current) => overrides.patch({ isOn, open }, { entries, current })))
      }}
    >
      <SwitchRow
        label={t('overrides.on')}
        isOn={isOn}
        onChange={(next) => draft.change({ isOn: next, open: draft.value.open })}
      />
      {isOn && inputs.isPending ? <Skeleton variant="rounded" height={120} /> : null}
      {isOn && inputs.error ? <ErrorState error={inputs.error} onRetry={() => void inputs.refetch()} /> : null}
      {isOn && inputs.data ? <InputList inputs={inputs.data} open={open} onToggle={toggle} /> : null}
    </ConfigSection>
  )
}

interface InputListProps {
  inputs: readonly OverridableInput[]
  open: OverrideConfig['open']
  onToggle: (key: string) => void
}

function InputList({ inputs, open, onToggle }: InputListProps) {
  const { t } = useTranslation('share')
  if (inputs.length === 0) return <Typography sx={{ color: color.text2 }}>{t('overrides.none')}</Typography>
  const nodes = new Map<string, OverridableInput[]>()
  for (const input of inputs) nodes.set(input.node, [...(nodes.get(input.node) ?? []), input])
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {[...nodes].map(([node, entries]) => (
        <Box component="fieldset" key={node} sx={{ border: 0, margin: 0, padding: 0 }}>
          <Box component="legend" sx={{ ...type.strong, color: color.text2, padding: 0 }}>
            {node}
          </Box>
          <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))' }}>
            {entries.map((input) => (
              <FormControlLabel
                key={`${input.nodeId}/${input.name}`}
                control={
                  <Checkbox checked={open.has(overrideKey(input))} onChange={() => onToggle(overrideKey(input))} />
                }
                label={input.label}
                slotProps={{ typography: { variant: 'body1' } }}
              />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
