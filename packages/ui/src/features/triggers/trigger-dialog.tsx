import type { Trigger, TriggerValues } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ErrorState } from '../../components/error-state.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { confirm } from '../../state/confirm.ts'
import { notify } from '../../state/notifications.ts'
import { FlowChoice, type ChosenFlow } from '../../parts/flow-choice/flow-choice.tsx'
import { MadeSecret } from './made-secret.tsx'
import { useMakeSecret } from './use-webhooks.ts'
import { draftOf, newDraft, valuesOf, zoneHere, type TriggerDraft } from './trigger-draft.ts'
import { ScheduleFields, WebhookFields } from './trigger-fields.tsx'
import { useDeleteTrigger, useSaveTrigger, useTrigger } from './use-triggers.ts'

/** A new trigger of a flow, or the id of one that is set anew. */
export type EditedTrigger = { kind: TriggerDraft['kind'] } | { id: string }

interface TriggerDialogProps {
  /** Left out where the flow of a new one is chosen first. */
  flowId: string | undefined
  edited: EditedTrigger
  onClose: () => void
}

/** Makes a webhook or a schedule for a flow, or sets one anew. */
export function TriggerDialog({ flowId, edited, onClose }: TriggerDialogProps) {
  const { t } = useTranslation('triggers')
  const id = 'id' in edited ? edited.id : undefined
  const { data, error, refetch } = useTrigger(id)
  if (id !== undefined && !data) {
    return (
      <FormDialog open width="md" title={t('edit.title')} onClose={onClose}>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton variant="rounded" height={240} />
        )}
      </FormDialog>
    )
  }
  const first = data ? draftOf(data) : newDraft('kind' in edited ? edited.kind : 'webhook', zoneHere())
  return <TriggerForm flowId={flowId} before={data} first={first} onClose={onClose} />
}

interface TriggerFormProps {
  flowId: string | undefined
  before: Trigger | undefined
  first: TriggerDraft
  onClose: () => void
}

function TriggerForm({ flowId, before, first, onClose }: TriggerFormProps) {
  const { t } = useTranslation('triggers')
  const [draft, setDraft] = useState(first)
  const [problem, setProblem] = useState<string | undefined>()
  const [isTried, setIsTried] = useState(false)
  const [wrong, setWrong] = useState<string | undefined>()
  const [flow, setFlow] = useState<ChosenFlow>()
  const save = useSaveTrigger()
  const makeSecret = useMakeSecret()
  const [made, setMade] = useState<{ id: string; flowId: string; name: string; secret: string }>()
  const target = flowId ?? flow?.id
  const change = (part: Partial<TriggerDraft>): void => setDraft({ ...draft, ...part })
  const submit = (): void => {
    const read = valuesOf(draft, before)
    setIsTried(true)
    setWrong('problem' in read ? read.problem : undefined)
    setProblem(undefined)
    if ('problem' in read || target === undefined) return
    void keep(target, read.values)
  }
  const keep = async (of: string, values: TriggerValues): Promise<void> => {
    let id: string
    try {
      ;({ id } = await save.mutateAsync({ id: before?.id, flowId: of, values }))
    } catch (error) {
      return setProblem(messageOf(error))
    }
    notify(t('edit.saved', { name: values.name }))
    if (before !== undefined || values.kind !== 'webhook' || draft.signature === 'none') return onClose()
    try {
      const { webhookSecret: secret } = await makeSecret.mutateAsync(id)
      setMade({ id, flowId: of, name: values.name, secret })
    } catch (error) {
      // The webhook is saved: it is listed, and says that it has no secret yet.
      notify(messageOf(error), { tone: 'error' })
      onClose()
    }
  }
  if (made) return <MadeSecret {...made} onClose={onClose} />
  const Fields = draft.kind === 'webhook' ? WebhookFields : ScheduleFields
  return (
    <FormDialog
      open
      width="md"
      title={t(before ? 'edit.title' : draft.kind === 'webhook' ? 'edit.newWebhook' : 'edit.newSchedule')}
      isBusy={save.isPending || makeSecret.isPending}
      onClose={onClose}
      onSubmit={submit}
      {...(before && { footStart: <DeleteButton trigger={before} onDeleted={onClose} /> })}
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <TextInput
          label={t('edit.name')}
          value={draft.name}
          onChange={(name) => change({ name })}
          error={wrong === 'name' && draft.name.trim() === '' ? t('edit.nameMissing') : undefined}
          inputProps={{ maxLength: 200 }}
          autoFocus
        />
        {flowId === undefined ? (
          <FlowChoice
            label={t('column.flow')}
            none={t('edit.noFlow')}
            flow={flow}
            onChange={setFlow}
            error={isTried && flow === undefined ? t('edit.flowMissing') : undefined}
          />
        ) : null}
        <Fields draft={draft} wrong={wrong} onChange={change} />
        {problem === undefined ? null : <ProblemNotice>{problem}</ProblemNotice>}
      </Box>
    </FormDialog>
  )
}

function DeleteButton({ trigger: { id, name, kind }, onDeleted }: { trigger: Trigger; onDeleted: () => void }) {
  const { t } = useTranslation('triggers')
  const remove = useDeleteTrigger()
  const askAndDelete = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('edit.deleteTitle', { name }),
      description: t(kind === 'webhook' ? 'edit.deleteWebhook' : 'edit.deleteSchedule'),
      confirmButtonName: t('edit.delete'),
      cancelButtonName: t('action.cancel', { ns: 'common' }),
      isDestructive: true,
    })
    if (!isSure) return
    remove.mutate(id, {
      onSuccess: onDeleted,
      onError: (error) => notify(messageOf(error), { tone: 'error' }),
    })
  }
  return (
    <Button color="error" loading={remove.isPending} onClick={() => void askAndDelete()}>
      {t('edit.delete')}
    </Button>
  )
}
