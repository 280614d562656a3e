import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'

import { ChoiceInput } from '../../components/choice-input.tsx'
import { TimeZoneInput } from '../../components/time-zone-input.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { RhythmFields } from './rhythm-fields.tsx'
import { SentFields } from './sent-fields.tsx'
import {
  CONTENT_TYPES,
  METHODS,
  MISSED,
  oneOf,
  OVERLAPS,
  RESPONSE_MODES,
  SIGNATURES,
  TIMED,
  type TriggerDraft,
} from './trigger-draft.ts'

interface FieldsProps {
  draft: TriggerDraft
  /** The field that could not be saved. */
  wrong: string | undefined
  onChange: (part: Partial<TriggerDraft>) => void
}

const pairs = { display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } } as const

/** What other programs send, what the flow is asked by it, and how it is answered. */
export function WebhookFields({ draft, wrong, onChange }: FieldsProps) {
  const { t } = useTranslation('triggers')
  const same = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }))
  return (
    <>
      <TextInput
        label={t('edit.question')}
        help={t('edit.webhookQuestionHelp', { example: '{{$webhook.body.order.id}}' })}
        value={draft.question}
        onChange={(question) => onChange({ question })}
        multiline
        minRows={2}
        maxRows={8}
      />
      <Box sx={pairs}>
        <ChoiceInput
          label={t('edit.signature')}
          help={t(`edit.signatureHelp.${oneOf(SIGNATURES, draft.signature)}`)}
          value={draft.signature}
          choices={SIGNATURES.map((value) => ({ value, label: t(`edit.signatures.${value}`) }))}
          onChange={(signature) => onChange({ signature })}
        />
        {TIMED.has(draft.signature) ? (
          <TextInput
            label={t('edit.goodFor')}
            help={t(draft.signature === 'v2' ? 'edit.goodForHelp' : 'edit.goodForAnyHelp')}
            isOptional
            value={draft.goodForSeconds}
            onChange={(goodForSeconds) => onChange({ goodForSeconds })}
            error={wrong === 'goodForSeconds' ? t('edit.goodForWrong') : undefined}
            inputProps={{ inputMode: 'numeric' }}
          />
        ) : null}
      </Box>
      <Box sx={pairs}>
        <ChoiceInput
          label={t('edit.method')}
          value={draft.method}
          choices={same(METHODS)}
          onChange={(method) => onChange({ method })}
        />
        <ChoiceInput
          label={t('edit.contentType')}
          value={draft.contentType}
          choices={same(CONTENT_TYPES)}
          onChange={(contentType) => onChange({ contentType })}
        />
        <ChoiceInput
          label={t('edit.response')}
          value={draft.responseMode}
          choices={RESPONSE_MODES.map((value) => ({ value, label: t(`edit.responses.${value}`) }))}
          onChange={(responseMode) => onChange({ responseMode })}
        />
        {draft.responseMode === 'async' ? (
          <TextInput
            label={t('edit.callback')}
            help={t('edit.callbackHelp')}
            value={draft.callbackUrl}
            onChange={(callbackUrl) => onChange({ callbackUrl })}
            type="url"
          />
        ) : null}
      </Box>
      <SentFields fields={draft.fields} isWrong={wrong === 'fields'} onChange={(fields) => onChange({ fields })} />
    </>
  )
}

/** When the flow runs, and what it is asked then. */
export function ScheduleFields({ draft, wrong, onChange }: FieldsProps) {
  const { t } = useTranslation('triggers')
  return (
    <>
      <Box sx={pairs}>
        <RhythmFields every={draft.every} cron={draft.cron} onChange={onChange} />
        <TimeZoneInput
          label={t('edit.timezone')}
          help={t('edit.timezoneHelp')}
          value={draft.timezone}
          onChange={(timezone) => onChange({ timezone })}
        />
      </Box>
      <TextInput
        label={t('edit.question')}
        help={t('edit.scheduleQuestionHelp')}
        value={draft.question}
        onChange={(question) => onChange({ question })}
        multiline
        minRows={2}
        maxRows={8}
      />
      <TextInput
        label={t('edit.form')}
        help={t('edit.formHelp')}
        isOptional
        value={draft.form}
        onChange={(form) => onChange({ form })}
        error={wrong === 'form' ? t('edit.formWrong') : undefined}
        multiline
        maxRows={8}
      />
      <Box sx={pairs}>
        <ChoiceInput
          label={t('edit.missed')}
          value={draft.missed}
          choices={MISSED.map((value) => ({ value, label: t(`edit.missedRules.${value}`) }))}
          onChange={(missed) => onChange({ missed })}
        />
        <ChoiceInput
          label={t('edit.overlap')}
          value={draft.overlap}
          choices={OVERLAPS.map((value) => ({ value, label: t(`edit.overlaps.${value}`) }))}
          onChange={(overlap) => onChange({ overlap })}
        />
        <TextInput
          label={t('edit.endDate')}
          isOptional
          value={draft.endDate}
          onChange={(endDate) => onChange({ endDate })}
          type="date"
        />
      </Box>
    </>
  )
}
