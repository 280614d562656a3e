import Button from '@mui/material/Button'
import { IconDownload, IconMessage2Cog, IconPlayerTrackNext } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { messageOf } from '../../../lib/api-error.ts'
import { downloadText, safeFileName } from '../../../lib/files.ts'
import { notify } from '../../../state/notifications.ts'
import { readRecording } from '../api/use-recording.ts'
import { TryPromptButton } from '../prompt-bench/try-prompt-button.tsx'
import { useTimeMachine } from './time-machine-context.ts'
import { TextDialog } from './lazy-text-dialog.ts'

/** What can be done with a recorded run as a whole. */
export function MachineActions({ hasFailed }: { hasFailed: boolean }) {
  const { t } = useTranslation('runs')
  const machine = useTimeMachine()
  const [isAsking, setIsAsking] = useState(false)
  if (!machine?.recorded?.isKept) return null
  const { runId, flow, change, changes, question } = machine
  const save = async () => {
    try {
      const text = JSON.stringify(await readRecording(runId))
      downloadText({ name: `${safeFileName(flow?.name ?? '')} run.json`, text })
    } catch (error) {
      notify(messageOf(error), { tone: 'error' })
    }
  }
  return (
    <>
      {hasFailed ? (
        <Button
          variant="outlined"
          startIcon={<IconPlayerTrackNext size={20} aria-hidden />}
          onClick={() => change((before) => ({ ...before, isMended: true, isFailedAgain: true }))}
        >
          {t('action.goOn')}
        </Button>
      ) : null}
      <TryPromptButton />
      <Button startIcon={<IconMessage2Cog size={20} aria-hidden />} onClick={() => setIsAsking(true)}>
        {t('action.question')}
      </Button>
      <Button startIcon={<IconDownload size={20} aria-hidden />} onClick={() => void save()}>
        {t('action.save')}
      </Button>
      {isAsking ? (
        <TextDialog
          title={t('question.title')}
          label={t('question.field')}
          text={changes.question ?? question}
          onClose={() => setIsAsking(false)}
          onDone={(text) => {
            change((before) => ({ ...before, question: text }))
            setIsAsking(false)
          }}
        />
      ) : null}
    </>
  )
}
