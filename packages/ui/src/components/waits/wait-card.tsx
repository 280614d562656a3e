import type { Wait } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { messageOf } from '../../lib/api-error.ts'
import { useConfirm } from '../../state/confirm.ts'
import { notify } from '../../state/notifications.ts'
import { color, radius } from '../../theme/tokens.ts'
import { CopyButton } from '../copy-button.tsx'
import { DecisionForm } from '../decision/decision-form.tsx'
import { Markdown } from '../markdown/markdown.tsx'
import { TimeAgo } from '../time-ago.tsx'
import { useCancelWait, useDecideWait } from './use-waits.ts'

/** One thing that waits: who asks, since when, and what; opened, the way to decide it. */
export function WaitCard({ wait, isOpened = false }: { wait: Wait; isOpened?: boolean }) {
  const { t } = useTranslation('decisions')
  const [isOpen, setIsOpen] = useState(isOpened)
  const decide = useDecideWait()
  const { label: step, question, link } = wait
  const flow = wait.chatflowName === '' ? t('waits.unnamed') : wait.chatflowName
  const canDecide = question.buttons.length > 0
  const sayWhy = (error: unknown) => notify(messageOf(error), { tone: 'error' })

  return (
    <Box
      component="li"
      sx={{
        listStyle: 'none',
        display: 'grid',
        gap: 2,
        padding: 2,
        minWidth: 0,
        backgroundColor: color.paper,
        border: `1px solid ${color.line}`,
        borderRadius: radius.card,
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography variant="subtitle2" component="h2">
            {step}
          </Typography>
          <Typography variant="body2" sx={{ color: color.text2 }}>
            {flow}
          </Typography>
          <Ages wait={wait} />
        </Box>
        {canDecide ? (
          <Button
            variant={isOpen ? 'text' : 'outlined'}
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'waits.hide' : 'waits.show', { step, flow })}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t(isOpen ? 'waits.close' : 'waits.decide')}
          </Button>
        ) : null}
        {link === null ? null : <CopyButton text={link} label={t('waits.copyLink')} />}
        <CancelButton wait={wait} />
      </Box>
      {question.text === '' ? null : (
        <Box sx={isOpen ? {} : { maxHeight: 72, overflow: 'hidden' }}>
          <Markdown text={question.text} />
        </Box>
      )}
      {isOpen && canDecide ? (
        <DecisionForm
          asked={question}
          isBusy={decide.isPending}
          onDecide={(decision) =>
            decide.mutate(
              { id: wait.id, decision },
              {
                onSuccess: ({ status }) => notify(t(status === 'kept' ? 'waits.kept' : 'waits.decided')),
                onError: sayWhy,
              },
            )
          }
        />
      ) : null}
    </Box>
  )
}

function Ages({ wait: { createdDate, wakeDate, endDate, isWithoutEnd } }: { wait: Wait }) {
  const { t } = useTranslation('decisions')
  return (
    <Typography variant="caption" component="p" sx={{ color: color.text3 }}>
      {t('waits.since')} <TimeAgo date={createdDate} />
      {wakeDate === null ? null : (
        <>
          {' · '}
          {t('waits.until')} <TimeAgo date={wakeDate} />
        </>
      )}
      {endDate === null ? null : (
        <>
          {' · '}
          {t('waits.ends')} <TimeAgo date={endDate} />
        </>
      )}
      {isWithoutEnd ? ` · ${t('waits.withoutEnd')}` : null}
    </Typography>
  )
}

function CancelButton({ wait }: { wait: Wait }) {
  const { t } = useTranslation('decisions')
  const confirm = useConfirm()
  const cancel = useCancelWait()
  const end = async () => {
    const isSure = await confirm({
      title: t('waits.cancelTitle'),
      description: t('waits.cancelText'),
      confirmButtonName: t('waits.cancelConfirm'),
      cancelButtonName: t('waits.cancelBack'),
      isDestructive: true,
    })
    if (!isSure) return
    cancel.mutate(wait.id, {
      onSuccess: () => notify(t('waits.cancelled')),
      onError: (error) => notify(messageOf(error), { tone: 'error' }),
    })
  }
  return (
    <Button color="error" disabled={cancel.isPending} onClick={() => void end()}>
      {t('waits.cancel')}
    </Button>
  )
}
