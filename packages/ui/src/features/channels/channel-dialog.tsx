import type { Channel } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { DialogHead } from '../../components/dialog-head.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { confirm } from '../../state/confirm.ts'
import { notify } from '../../state/notifications.ts'
import { ChannelDeliveries } from './channel-deliveries.tsx'
import { StateWords } from './channel-table.tsx'
import { FlowChoice } from '../../parts/flow-choice/flow-choice.tsx'
import { SetupSteps } from './setup-steps.tsx'
import { useDeleteChannel, useUpdateChannel } from './use-channels.ts'

interface ChannelDialogProps {
  channel: Channel
  canBeReached: boolean
  onClose: () => void
}

const SECTIONS = ['setup', 'settings', 'messages'] as const
type Section = (typeof SECTIONS)[number]

export function ChannelDialog({ channel, canBeReached, onClose }: ChannelDialogProps) {
  const { t } = useTranslation('channels')
  const titleId = useId()
  const [section, setSection] = useState<Section>(channel.status === 'connected' ? 'messages' : 'setup')
  return (
    <Dialog open maxWidth="md" onClose={onClose} aria-labelledby={titleId}>
      <DialogHead id={titleId} title={`${channel.name} · ${t(`kind.${channel.kind}`)}`} onClose={onClose} />
      <Tabs value={section} onChange={(_, next: Section) => setSection(next)} sx={{ paddingX: 3 }}>
        {SECTIONS.map((name) => (
          <Tab
            key={name}
            id={`${titleId}-${name}`}
            aria-controls={`${titleId}-panel`}
            value={name}
            label={t(`section.${name}`)}
          />
        ))}
      </Tabs>
      <DialogContent
        dividers
        id={`${titleId}-panel`}
        role="tabpanel"
        aria-labelledby={`${titleId}-${section}`}
        sx={{
          display: 'grid',
          gap: 2,
          alignContent: 'start',
          gridTemplateColumns: 'minmax(0, 1fr)',
          minHeight: 320,
          padding: '16px 24px 24px',
        }}
      >
        {section === 'setup' ? (
          <>
            <StateWords channel={channel} />
            {canBeReached ? null : <ProblemNotice tone="warning">{t('notReached')}</ProblemNotice>}
            {channel.problem === null ? null : <ProblemNotice>{channel.problem}</ProblemNotice>}
            <SetupSteps channel={channel} />
          </>
        ) : section === 'settings' ? (
          <Settings channel={channel} onClose={onClose} />
        ) : (
          <ChannelDeliveries channelId={channel.id} />
        )}
      </DialogContent>
    </Dialog>
  )
}

function Settings({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { t } = useTranslation('channels')
  const update = useUpdateChannel()
  const remove = useDeleteChannel()
  const [name, setName] = useState(channel.name)
  const [flow, setFlow] = useState({ id: channel.flowId, name: channel.flowName })
  const [greeting, setGreeting] = useState(channel.greeting)
  const [allowed, setAllowed] = useState(channel.allowedSenders.join(', '))
  const onError = (error: unknown): void => {
    notify(messageOf(error), { tone: 'error' })
  }
  const save = (): void => {
    const allowedSenders = allowed
      .split(/[,\n]/)
      .map((each) => each.trim())
      .filter((each) => each !== '')
    const changes = { id: channel.id, name: name.trim() || channel.name, flowId: flow.id, greeting, allowedSenders }
    update.mutate(changes, { onSuccess: () => notify(t('saved')), onError })
  }
  const removeIt = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('delete.title', { name: channel.name }),
      description: t('delete.text'),
      confirmButtonName: t('action.delete', { ns: 'common' }),
      cancelButtonName: t('action.cancel', { ns: 'common' }),
      isDestructive: true,
    })
    if (isSure) remove.mutate(channel.id, { onSuccess: onClose, onError })
  }
  return (
    <>
      <TextInput label={t('column.name')} value={name} onChange={setName} inputProps={{ maxLength: 100 }} />
      <FlowChoice label={t('column.flow')} none={t('noFlow')} flow={flow} onChange={setFlow} />
      {channel.kind === 'telegram' ? (
        <TextInput
          label={t('greeting')}
          value={greeting}
          isOptional
          multiline
          minRows={2}
          onChange={setGreeting}
          help={t('greetingHelp')}
          inputProps={{ maxLength: 2000 }}
        />
      ) : null}
      <TextInput
        label={t('allowed')}
        value={allowed}
        isOptional
        onChange={setAllowed}
        help={t(`allowedFor.${channel.kind}`)}
      />
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'space-between' }}>
        <Button color="error" loading={remove.isPending} onClick={() => void removeIt()}>
          {t('delete.action')}
        </Button>
        <Button variant="contained" loading={update.isPending} onClick={save}>
          {t('action.save', { ns: 'common' })}
        </Button>
      </Box>
    </>
  )
}
