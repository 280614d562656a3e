import { PromptBench } from './lazy-prompt-bench.ts'
import type { PromptBenchProps } from './prompt-bench.tsx'

interface PromptTrialProps extends Pick<PromptBenchProps, 'flowId' | 'runId' | 'onClose'> {
  prompt: PromptBenchProps['prompts'][0]
  /** The flow on the screen, where it answers otherwise than the saved one. */
  drawing: string | undefined
  onApply: (value: unknown, how: { isPublished: boolean }) => void
}

/** A prompt of the flow on the screen, tried on what the flow was asked lately. */
export default function PromptTrial({ prompt, drawing, onApply, ...props }: PromptTrialProps) {
  return (
    <PromptBench
      {...props}
      prompts={[prompt]}
      base={drawing === undefined ? { isMended: true } : { flowData: drawing }}
      onApply={({ write }, text, how) => onApply(write(text), how)}
    />
  )
}
