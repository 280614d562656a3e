import Button from '@mui/material/Button'
import { IconTestPipe } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { promptsIn } from '../model/prompts-in.ts'
import { useTimeMachine } from '../time-machine/time-machine-context.ts'
import { PromptBench } from './lazy-prompt-bench.ts'
import type { PromptBenchProps } from './prompt-bench.tsx'

/** From a run to other words for the prompts of its flow. Nothing where it has none, or nothing was recorded. */
export function TryPromptButton({ onApply }: Pick<PromptBenchProps, 'onApply'>) {
  const { t } = useTranslation('runs')
  const machine = useTimeMachine()
  const [isOpen, setIsOpen] = useState(false)
  const flow = machine?.flow
  const [first, ...others] = useMemo(() => (flow ? promptsIn(flow) : []), [flow])
  if (!machine?.recorded?.isKept || !flow || !first) return null
  return (
    <>
      <Button startIcon={<IconTestPipe size={20} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('bench.open')}
      </Button>
      {isOpen ? (
        <PromptBench
          prompts={[first, ...others]}
          flowId={flow.id}
          runId={machine.runId}
          onApply={onApply}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  )
}
