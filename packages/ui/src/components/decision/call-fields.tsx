import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

import type { CallDraft } from '../../lib/decisions/decision-draft.ts'
import { color, radius } from '../../theme/tokens.ts'
import { SwitchRow } from '../switch-row.tsx'
import { TextInput } from '../text-input.tsx'

interface CallFieldsProps {
  tool: string
  draft: CallDraft
  isOneOfSeveral: boolean
  /** The arguments are shown, and stay as they are. */
  isFixed: boolean
  error: string | undefined
  onChange: (draft: CallDraft) => void
}

/** One call of a tool: its arguments, to be changed where the reader may, and of several whether this one is allowed. */
export function CallFields({ tool, draft, isOneOfSeveral, isFixed, error, onChange }: CallFieldsProps) {
  const { t } = useTranslation('decisions')
  return (
    <Box sx={{ display: 'grid', gap: 1, padding: 2, border: `1px solid ${color.line}`, borderRadius: radius.card }}>
      {isOneOfSeveral ? (
        <SwitchRow
          label={t('allow', { tool })}
          isOn={draft.isAllowed}
          onChange={(isAllowed) => onChange({ ...draft, isAllowed })}
        />
      ) : (
        <Typography variant="subtitle2" component="p" sx={{ overflowWrap: 'anywhere' }}>
          {tool}
        </Typography>
      )}
      {draft.isAllowed ? (
        <TextInput
          label={t('arguments', { tool })}
          value={draft.input}
          error={error}
          onChange={(input) => onChange({ ...draft, input })}
          multiline
          minRows={2}
          maxRows={12}
          spellCheck={false}
          inputProps={{ readOnly: isFixed, style: { fontFamily: 'Roboto Mono, monospace', fontSize: 13 } }}
        />
      ) : null}
    </Box>
  )
}
