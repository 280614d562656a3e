import type { Notice, NoticeEvent } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import FormLabel from '@mui/material/FormLabel'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ChoiceInput } from '../../components/choice-input.tsx'
import { CodeLine } from '../../components/code-line.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { confirm } from '../../state/confirm.ts'
import { notify } from '../../state/notifications.ts'
import { NoticeDeliveries } from './notice-deliveries.tsx'
import { isMailAddress, mailAddress, shownAddress } from './notice-address.ts'
import { noticeEvents } from './notice-events.ts'
import { useCreateNotice, useDeleteNotice, useRenewSecret, useUpdateNotice } from './use-notices.ts'

interface NoticeDialogProps {
  flowId: string
  /** Nothing where one is made. */
  notice: Notice | undefined
  onClose: () => void
  onMade: (id: string) => void
}

/** Which address is told of what, the secret it is signed with, and what was sent. */
export function NoticeDialog({ flowId, notice, onClose, onMade }: NoticeDialogProps) {
  const { t } = useTranslation('triggers')
  const [isMail, setIsMail] = useState(notice ? isMailAddress(notice.url) : false)
  const [address, setAddress] = useState(notice ? shownAddress(notice.url) : '')
  const [events, setEvents] = useState<readonly NoticeEvent[]>(notice?.events ?? ['failed', 'limit'])
  const [problem, setProblem] = useState<string | undefined>()
  const [secret, setSecret] = useState<string | undefined>()
  const create = useCreateNotice()
  const update = useUpdateNotice()
  const onError = (error: unknown): void => setProblem(messageOf(error))
  const submit = (): void => {
    setProblem(undefined)
    if (events.length === 0) {
      setProblem(t('notice.noEvent'))
      return
    }
    const values = { url: isMail ? mailAddress(address) : address.trim(), events: [...events] }
    if (notice) {
      update.mutate({ id: notice.id, ...values }, { onSuccess: onClose, onError })
      return
    }
    create.mutate(
      { flowId, ...values },
      {
        onSuccess: (made) => {
          setSecret(made.secret)
          onMade(made.id)
        },
        onError,
      },
    )
  }
  return (
    <FormDialog
      open
      width="md"
      title={t(notice ? 'notice.edit' : 'notice.new')}
      isBusy={create.isPending || update.isPending}
      onClose={onClose}
      onSubmit={submit}
      {...(notice && { footStart: <DeleteButton id={notice.id} onDeleted={onClose} /> })}
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <ChoiceInput
          label={t('notice.by')}
          value={isMail ? 'mail' : 'webhook'}
          choices={[
            { value: 'webhook', label: t('notice.webhook') },
            { value: 'mail', label: t('notice.mail') },
          ]}
          onChange={(way) => setIsMail(way === 'mail')}
        />
        <TextInput
          label={t(isMail ? 'notice.recipients' : 'webhook.address')}
          help={t(isMail ? 'notice.recipientsHelp' : 'notice.addressHelp')}
          type={isMail ? 'text' : 'url'}
          value={address}
          onChange={setAddress}
          autoFocus
        />
        <Events chosen={events} onChange={setEvents} />
        {problem === undefined ? null : <ProblemNotice>{problem}</ProblemNotice>}
        {notice && !isMail ? <Secret id={notice.id} told={secret} onTold={setSecret} /> : null}
        {notice ? <NoticeDeliveries id={notice.id} /> : null}
      </Box>
    </FormDialog>
  )
}

function Events({ chosen, onChange }: { chosen: readonly NoticeEvent[]; onChange: (events: NoticeEvent[]) => void }) {
  const { t } = useTranslation('triggers')
  const id = useId()
  return (
    <div>
      <FormLabel id={id}>{t('notice.events')}</FormLabel>
      <FormGroup row aria-labelledby={id} role="group">
        {noticeEvents.map((event) => (
          <FormControlLabel
            key={event}
            label={t(`notice.event.${event}`)}
            control={
              <Checkbox
                checked={chosen.includes(event)}
                onChange={(_, isOn) => onChange(isOn ? [...chosen, event] : chosen.filter((each) => each !== event))}
              />
            }
          />
        ))}
      </FormGroup>
    </div>
  )
}

function Secret({ id, told, onTold }: { id: string; told: string | undefined; onTold: (secret: string) => void }) {
  const { t } = useTranslation('triggers')
  const renew = useRenewSecret()
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {told === undefined ? null : (
        <>
          <ProblemNotice tone="warning">{t('secret.once')}</ProblemNotice>
          <CodeLine label={t('secret.label')} text={told} />
        </>
      )}
      <Box>
        <Button
          variant="outlined"
          loading={renew.isPending}
          onClick={() =>
            renew.mutate(id, {
              onSuccess: ({ secret }) => onTold(secret),
              onError: (error) => notify(messageOf(error), { tone: 'error' }),
            })
          }
        >
          {t('secret.replace')}
        </Button>
      </Box>
    </Box>
  )
}

function DeleteButton({ id, onDeleted }: { id: string; onDeleted: () => void }) {
  const { t } = useTranslation('triggers')
  const remove = useDeleteNotice()
  const askAndDelete = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('notice.deleteTitle'),
      description: t('notice.deleteText'),
      confirmButtonName: t('edit.delete'),
      cancelButtonName: t('action.cancel', { ns: 'common' }),
      isDestructive: true,
    })
    if (!isSure) return
    remove.mutate(id, { onSuccess: onDeleted, onError: (error) => notify(messageOf(error), { tone: 'error' }) })
  }
  return (
    <Button color="error" loading={remove.isPending} onClick={() => void askAndDelete()}>
      {t('edit.delete')}
    </Button>
  )
}
