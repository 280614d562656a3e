import type { NodeDescription } from '@chatwright/core'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { TextInput } from '../../../components/text-input.tsx'
import { ParameterForm } from '../../../parts/parameter-form/parameter-form.tsx'
import { type } from '../../../theme/tokens.ts'
import { howInputs, type BenchSettings } from '../model/bench-settings.ts'
import { readFilter } from '../model/read-filter.ts'

interface BenchFormProps {
  /** What these settings are called, where there are two. */
  title?: string | undefined
  index: NodeDescription | undefined
  settings: BenchSettings
  onChange: (settings: BenchSettings) => void
}

/** One way to search: how many, how near, which, and how the index goes about it. */
export function BenchForm({ title, index, settings, onChange }: BenchFormProps) {
  const { t } = useTranslation('knowledge')
  const id = useId()
  const change = (changes: Partial<BenchSettings>) => onChange({ ...settings, ...changes })
  const inputs = howInputs(index)
  return (
    <Stack spacing={2} sx={{ minWidth: 0 }} {...(title !== undefined && { role: 'group', 'aria-labelledby': id })}>
      {title === undefined ? null : (
        <Typography id={id} component="h2" sx={type.card}>
          {title}
        </Typography>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: '1fr', sm: title === undefined ? '1fr 1fr 2fr' : '1fr 1fr' },
        }}
      >
        <TextInput
          label={t('bench.topK')}
          value={settings.topK}
          onChange={(topK) => change({ topK })}
          inputProps={{ inputMode: 'numeric' }}
        />
        <TextInput
          label={t('bench.threshold')}
          value={settings.threshold}
          onChange={(threshold) => change({ threshold })}
          inputProps={{ inputMode: 'decimal' }}
          isOptional
        />
        <Box sx={{ gridColumn: title === undefined ? 'auto' : '1 / -1', minWidth: 0 }}>
          <TextInput
            label={t('bench.filter')}
            value={settings.filter}
            onChange={(filter) => change({ filter })}
            placeholder='{"source": "handbook.pdf"}'
            error={readFilter(settings.filter).isWrong ? t('notAnObject') : undefined}
            isOptional
          />
        </Box>
      </Box>
      {index && inputs.length > 0 ? (
        <ParameterForm
          nodeName={index.name}
          inputs={inputs}
          values={settings.how}
          onChange={(changes) => change({ how: { ...settings.how, ...changes } })}
        />
      ) : null}
    </Stack>
  )
}
