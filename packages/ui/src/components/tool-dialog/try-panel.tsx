import type { ToolTrialResult } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { color, radius } from '../../theme/tokens.ts'
import { ProblemNotice } from '../problem-notice.tsx'
import { SwitchRow } from '../switch-row.tsx'
import { TextInput } from '../text-input.tsx'
import { OutputBlock } from './output-block.tsx'
import { useTryTool } from './tool-api.ts'
import { writeRows } from './tool-draft.ts'
import type { SchemaRow, ToolDraft } from './tool-draft.ts'

type TrialInputs = Record<string, string | boolean>

/** Runs the code as it stands, in the sandbox: output, console and time. */
export function TryPanel({ draft }: { draft: ToolDraft }) {
  const { t } = useTranslation('tools')
  const [inputs, setInputs] = useState<TrialInputs>({})
  const trial = useTryTool()
  const named = draft.rows.filter((row) => row.property !== '')
  const run = () => trial.mutate({ func: draft.func, schema: writeRows(named), inputs: typedInputs(named, inputs) })
  return (
    <Box
      component="section"
      aria-label={t('try.title')}
      sx={{
        display: 'grid',
        gap: 2,
        alignContent: 'start',
        padding: 2,
        borderRadius: radius.card,
        border: `1px solid ${color.line}`,
        backgroundColor: color.page,
        minWidth: 0,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant="subtitle2" component="h3">
          {t('try.title')}
        </Typography>
        <Button
          size="small"
          variant="outlined"
          loading={trial.isPending}
          startIcon={<IconPlayerPlay size={16} aria-hidden />}
          onClick={run}
        >
          {t('try.run')}
        </Button>
      </Box>
      {named.map((row) => (
        <TrialInput
          key={row.key}
          row={row}
          value={inputs[row.property] ?? ''}
          onChange={(value) => setInputs({ ...inputs, [row.property]: value })}
        />
      ))}
      {trial.error ? <ProblemNotice>{trial.error.message}</ProblemNotice> : null}
      {trial.data ? (
        <TrialResult result={trial.data} />
      ) : (
        <Typography variant="body2" sx={{ color: color.text3 }}>
          {t('try.hint')}
        </Typography>
      )}
    </Box>
  )
}

interface TrialInputProps {
  row: SchemaRow
  value: string | boolean
  onChange: (value: string | boolean) => void
}

function TrialInput({ row, value, onChange }: TrialInputProps) {
  if (row.type === 'boolean') return <SwitchRow label={row.property} isOn={value === true} onChange={onChange} />
  const kinds = { number: 'number', date: 'date', string: 'text' } as const
  return (
    <TextInput
      label={row.property}
      help={row.description || undefined}
      type={kinds[row.type]}
      value={String(value)}
      onChange={onChange}
    />
  )
}

function TrialResult({ result }: { result: ToolTrialResult }) {
  const { t } = useTranslation('tools')
  const milliseconds = Math.round(result.durationMs)
  return (
    <Box aria-live="polite" sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      {result.ok ? (
        <OutputBlock
          title={t('try.output')}
          aside={t('try.time', { milliseconds })}
          text={result.output}
          empty={t('try.noOutput')}
        />
      ) : (
        <ProblemNotice>
          <Typography variant="subtitle2" component="p">
            {t('try.failed', { milliseconds })}
          </Typography>
          {[result.error?.message, result.error?.hint].filter(Boolean).join(' ')}
        </ProblemNotice>
      )}
      <OutputBlock
        title={t('try.console')}
        text={result.console
          .map((line) => (line.level === 'log' ? line.text : `${line.level}: ${line.text}`))
          .join('\n')}
        empty={t('try.noConsole')}
      />
    </Box>
  )
}

/** Form fields hold text; the function gets what the schema promises. */
function typedInputs(rows: readonly SchemaRow[], inputs: TrialInputs): Record<string, unknown> {
  return Object.fromEntries(
    rows.flatMap((row) => {
      const value = inputs[row.property]
      if (row.type === 'boolean') return [[row.property, value === true]]
      if (value === undefined || value === '') return []
      return [[row.property, row.type === 'number' ? Number(value) : value]]
    }),
  )
}
