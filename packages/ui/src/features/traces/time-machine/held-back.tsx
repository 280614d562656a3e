import type { ReplayResult } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { CodeText } from '../../../components/code-text.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { useConfirm } from '../../../state/confirm.ts'
import type { Held } from '../model/changes.ts'
import { TextDialog } from './lazy-text-dialog.ts'

interface HeldBackProps {
  stopped: NonNullable<ReplayResult['stopped']>
  held: Held
  onHeld: (held: Held) => void
  isBusy: boolean
}

/** Where it stopped, with what would be sent; a write can be allowed once, or answered by hand. */
export function HeldBack({ stopped, held, onHeld, isBusy }: HeldBackProps) {
  const { t } = useTranslation(['runs', 'common'])
  const confirm = useConfirm()
  const [isTyping, setIsTyping] = useState(false)
  const { why, key, request } = stopped
  const label = stopped.label ?? t('call.flow')
  const allow = async () => {
    const isSure = await confirm({
      title: t('held.allowTitle', { label }),
      description: t('held.allowText'),
      confirmButtonName: t('held.allow'),
      cancelButtonName: t('common:action.cancel'),
      isDestructive: true,
    })
    if (isSure) onHeld({ ...held, allow: [...held.allow, key] })
  }
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <ProblemNotice tone="warning">{t(`held.${why}`, { label })}</ProblemNotice>
      <CodeText label={t('held.request')} text={JSON.stringify(request, null, 2)} />
      {why === 'limit' ? null : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {why === 'held-back' ? (
            <Button variant="outlined" color="error" disabled={isBusy} onClick={() => void allow()}>
              {t('held.allow')}
            </Button>
          ) : null}
          <Button variant="outlined" disabled={isBusy} onClick={() => setIsTyping(true)}>
            {t('held.type')}
          </Button>
        </Box>
      )}
      {isTyping ? (
        <TextDialog
          title={t('held.typeTitle', { label })}
          label={t('pin.field')}
          help={t('pin.help')}
          text=""
          onClose={() => setIsTyping(false)}
          onDone={(text) => {
            setIsTyping(false)
            onHeld({ ...held, answers: [...held.answers, { key, text }] })
          }}
        />
      ) : null}
    </Box>
  )
}
