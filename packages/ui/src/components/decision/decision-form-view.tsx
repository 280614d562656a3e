import type { GivenDecision } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { emptyDraft, readDraft } from '../../lib/decisions/decision-draft.ts'
import type { AskedParts, DraftFaults } from '../../lib/decisions/decision-draft.ts'
import { TextInput } from '../text-input.tsx'
import { CallFields } from './call-fields.tsx'
import { FormField } from './form-field.tsx'

export interface DecisionFormProps {
  asked: AskedParts
  isBusy: boolean
  onDecide: (decision: GivenDecision, label: string) => void
}

/** What a run waits for: arguments to look through, fields to fill in, room for a few words, and its buttons. */
export default function DecisionFormView({ asked, isBusy, onDecide }: DecisionFormProps) {
  const { t } = useTranslation('decisions')
  const [draft, setDraft] = useState(() => emptyDraft(asked))
  const [faults, setFaults] = useState<DraftFaults>({})
  const guarded = asked.calls.filter(({ isFree }) => !isFree)

  const decide = (type: string, label: string) => {
    const read = readDraft(asked, draft, type)
    setFaults('faults' in read ? read.faults : {})
    if ('decision' in read) onDecide(read.decision, label)
  }
  const faultWords = (name: string): string | undefined => {
    const fault = faults[name]
    return fault && t(`fault.${fault}`)
  }

  return (
    <Box role="group" aria-label={t('label')} sx={{ display: 'grid', gap: 2, maxWidth: '72ch', minWidth: 0 }}>
      {guarded.map((call) => (
        <CallFields
          key={call.id}
          tool={call.tool}
          draft={draft.calls[call.id] ?? { isAllowed: true, input: '{}' }}
          isOneOfSeveral={guarded.length > 1}
          isFixed={asked.isButtonsOnly}
          error={faultWords(call.id)}
          onChange={(changed) => setDraft({ ...draft, calls: { ...draft.calls, [call.id]: changed } })}
        />
      ))}
      {asked.fields.map((field) => (
        <FormField
          key={field.name}
          field={field}
          value={draft.values[field.name] ?? ''}
          error={faultWords(field.name)}
          onChange={(value) => setDraft({ ...draft, values: { ...draft.values, [field.name]: value } })}
        />
      ))}
      {asked.takesFeedback ? (
        <TextInput
          label={t('feedback')}
          value={draft.feedback}
          onChange={(feedback) => setDraft({ ...draft, feedback })}
          isOptional
          multiline
          minRows={1}
          maxRows={6}
        />
      ) : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {asked.buttons.map(({ type, label }, index) => (
          <Button
            key={type}
            variant={index === 0 ? 'contained' : 'outlined'}
            disabled={isBusy}
            onClick={() => decide(type, label)}
          >
            {label}
          </Button>
        ))}
      </Box>
    </Box>
  )
}
