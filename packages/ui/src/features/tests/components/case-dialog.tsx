import type { TestCase, TurnValues } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { FormDialog } from '../../../components/form-dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { TextInput } from '../../../components/text-input.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { color } from '../../../theme/tokens.ts'
import { useChangeTests } from '../api/use-tests.ts'
import { newCheck } from '../model/new-check.ts'
import { CheckEditor } from './check-editor.tsx'

interface CaseDialogProps {
  setId: string
  /** Missing for a new one. */
  edited: TestCase | undefined
  onClose: () => void
}

const EMPTY: TurnValues = { question: '', expected: null, checks: [] }

/** What a case asks, and what a good answer is. */
export default function CaseDialog({ setId, edited, onClose }: CaseDialogProps) {
  const { t } = useTranslation('tests')
  const [name, setName] = useState(edited?.name ?? '')
  const [turns, setTurns] = useState<readonly TurnValues[]>(
    edited?.turns.map(({ question, expected, checks }) => ({ question, expected, checks })) ?? [EMPTY],
  )
  const [isTried, setIsTried] = useState(false)
  const { saveCase } = useChangeTests()
  const submit = () => {
    setIsTried(true)
    if (turns.some(({ question }) => question.trim() === '')) return
    const body = {
      ...(name.trim() !== '' && { name: name.trim() }),
      turns: turns.map((turn) => ({ ...turn, expected: turn.expected?.trim() ? turn.expected : null })),
    }
    saveCase.mutate({ setId, caseId: edited?.id, body }, { onSuccess: onClose })
  }
  const change = (at: number, turn: TurnValues) => setTurns(turns.with(at, turn))
  return (
    <FormDialog
      open
      width="md"
      title={edited ? t('editTitle') : t('addTitle')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={saveCase.isPending}
    >
      <Stack spacing={3}>
        {turns.map((turn, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a turn is its place
          <TurnEditor
            key={at}
            turn={turn}
            number={turns.length > 1 ? at + 1 : undefined}
            error={isTried && turn.question.trim() === '' ? t('needsQuestion') : undefined}
            onChange={(changed) => change(at, changed)}
            onRemove={() => setTurns(turns.toSpliced(at, 1))}
          />
        ))}
        <Box>
          <Button startIcon={<IconPlus size={20} aria-hidden />} onClick={() => setTurns([...turns, EMPTY])}>
            {t('addTurn')}
          </Button>
        </Box>
        <TextInput label={t('caseName')} value={name} isOptional inputProps={{ maxLength: 200 }} onChange={setName} />
        {saveCase.error ? <ProblemNotice>{messageOf(saveCase.error)}</ProblemNotice> : null}
      </Stack>
    </FormDialog>
  )
}

interface TurnEditorProps {
  turn: TurnValues
  /** Where there are several. */
  number: number | undefined
  error: string | undefined
  onChange: (turn: TurnValues) => void
  onRemove: () => void
}

function TurnEditor({ turn, number, error, onChange, onRemove }: TurnEditorProps) {
  const { t } = useTranslation('tests')
  const { question, expected, checks = [] } = turn
  return (
    <Box component="section" aria-label={number === undefined ? t('question') : t('turn', { number })}>
      <Stack spacing={2}>
        <TextInput
          label={number === undefined ? t('question') : t('turn', { number })}
          value={question}
          error={error}
          multiline
          maxRows={6}
          aside={
            number === undefined ? undefined : (
              <Button size="small" onClick={onRemove}>
                {t('removeTurn', { number })}
              </Button>
            )
          }
          onChange={(words) => onChange({ ...turn, question: words })}
        />
        <Box>
          <Typography variant="h4" component="h3" sx={{ marginBottom: 1 }}>
            {t('checks')}
          </Typography>
          <Stack spacing={2}>
            {checks.length === 0 ? <Box sx={{ color: color.text2 }}>{t('noChecks')}</Box> : null}
            {checks.map((check, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a check is its place
              <CheckEditor
                key={at}
                check={check}
                onChange={(changed) => onChange({ ...turn, checks: checks.with(at, changed) })}
                onRemove={() => onChange({ ...turn, checks: checks.toSpliced(at, 1) })}
              />
            ))}
            <Box>
              <Button
                startIcon={<IconPlus size={20} aria-hidden />}
                onClick={() => onChange({ ...turn, checks: [...checks, newCheck('contains')] })}
              >
                {t('addCheck')}
              </Button>
            </Box>
          </Stack>
        </Box>
        <TextInput
          label={t('expected')}
          help={t('expectedHelp')}
          value={expected ?? ''}
          isOptional
          multiline
          maxRows={6}
          onChange={(words) => onChange({ ...turn, expected: words })}
        />
      </Stack>
    </Box>
  )
}
