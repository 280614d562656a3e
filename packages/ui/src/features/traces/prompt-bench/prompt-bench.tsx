import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import { IconPlayerPlay, IconPlayerStop, IconPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ChoiceInput } from '../../../components/choice-input.tsx'
import { DialogHead } from '../../../components/dialog-head.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { useIsPhone } from '../../../lib/use-breakpoint.ts'
import { color, type } from '../../../theme/tokens.ts'
import { BenchGrid } from './bench-grid.tsx'
import { useBench, type BenchBase } from './use-bench.ts'
import { useCases } from './use-cases.ts'
import { VariantField } from './variant-field.tsx'
import type { Prompt } from '../model/prompts-in.ts'
import { useApply } from './use-apply.ts'
import { useTryPrice } from './use-try-price.ts'

export interface PromptBenchProps {
  /** The texts that can be tried; the first is shown first. */
  prompts: readonly [Prompt, ...Prompt[]]
  flowId: string
  /** The run that it is opened from, always the first case. */
  runId: string
  /** The flow that is tried, where it isn't the one that ran. */
  base?: BenchBase | undefined
  /** Takes a text over; without it the canvas opens with it. */
  onApply?: ((prompt: Prompt, text: string, how: { isPublished: boolean }) => void) | undefined
  onClose: () => void
}

const MOST_VARIANTS = 4
const CASES = ['1', '5', '10', '20'] as const

/** Other words for a prompt, each tried on recorded runs: what the model would have answered, what that costs, and the one to keep. */
export default function PromptBench({ prompts, ...props }: PromptBenchProps) {
  const { t } = useTranslation('runs')
  const id = useId()
  const isPhone = useIsPhone()
  const [at, setAt] = useState('0')
  const prompt = prompts[Number(at)] ?? prompts[0]
  return (
    <Dialog
      open
      fullScreen={isPhone}
      maxWidth="xl"
      fullWidth
      onClose={props.onClose}
      aria-labelledby={id}
      slotProps={{ paper: { sx: { height: isPhone ? '100%' : 'calc(100% - 64px)' } } }}
    >
      <DialogHead
        id={id}
        title={t('bench.title', { node: prompt.node, input: prompt.input })}
        onClose={props.onClose}
      />
      <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, alignContent: 'start' }}>
        {prompts.length > 1 ? (
          <Box sx={{ maxWidth: 480 }}>
            <ChoiceInput
              label={t('bench.prompt')}
              value={at}
              choices={prompts.map(({ node, input }, index) => ({ value: String(index), label: `${node} · ${input}` }))}
              onChange={setAt}
            />
          </Box>
        ) : null}
        <Tries key={at} prompt={prompt} {...props} />
      </DialogContent>
    </Dialog>
  )
}

type TriesProps = Omit<PromptBenchProps, 'prompts'> & { prompt: Prompt }

function Tries({ prompt, flowId, runId, base, onApply, onClose }: TriesProps) {
  const { t } = useTranslation('runs')
  const apply = useApply(flowId)
  const [variants, setVariants] = useState([{ id: 0, text: prompt.text }])
  const [count, setCount] = useState<string>('10')
  const cases = useCases(flowId, { runId, count: Number(count) })
  const bench = useBench(prompt, base)
  const texts = [...new Set(variants.map(({ text }) => text))].filter((text) => text !== prompt.text)
  const price = useTryPrice({ runId, template: prompt, base, texts, cases: cases.items.length })
  const take = (text: string, isPublished: boolean) => {
    if (!onApply) return void apply(prompt, text, { isPublished })
    onApply(prompt, text, { isPublished })
    onClose()
  }
  return (
    <>
      <Box sx={{ ...type.body, color: color.text2 }}>{t('bench.about')}</Box>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 320px), 1fr))' }}>
        {variants.map((variant, index) => (
          <VariantField
            key={variant.id}
            name={t('bench.variant', { number: index + 1 })}
            text={variant.text}
            isNew={variant.text !== prompt.text}
            onChange={(text) => setVariants(variants.map((each) => (each === variant ? { ...each, text } : each)))}
            onApply={(isPublished) => take(variant.text, isPublished)}
            {...(variants.length > 1 && {
              onRemove: () => setVariants(variants.filter((each) => each !== variant)),
            })}
          />
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'end' }}>
        <Button
          startIcon={<IconPlus size={20} aria-hidden />}
          disabled={variants.length >= MOST_VARIANTS}
          onClick={() => setVariants([...variants, nextVariant(variants, prompt.text)])}
        >
          {t('bench.add')}
        </Button>
        <Box sx={{ width: 220 }}>
          <ChoiceInput
            label={t('bench.cases')}
            value={count}
            choices={CASES.map((value) => ({ value, label: t('bench.newest', { count: Number(value) }) }))}
            onChange={setCount}
          />
        </Box>
        {bench.isRunning ? (
          <Button variant="outlined" startIcon={<IconPlayerStop size={20} aria-hidden />} onClick={bench.stop}>
            {t('bench.stop')}
          </Button>
        ) : (
          <Button
            variant="contained"
            disabled={texts.length === 0 || cases.isPending}
            startIcon={<IconPlayerPlay size={20} aria-hidden />}
            onClick={() =>
              void bench.run(
                texts,
                cases.items.map(({ id: run }) => run),
              )
            }
          >
            {price.button}
          </Button>
        )}
        <Box
          aria-live="polite"
          sx={{
            ...type.body,
            flex: '1 1 240px',
            paddingBottom: 1,
            color: price.isFailure ? color.error : color.text2,
            overflowWrap: 'anywhere',
          }}
        >
          {price.note}
        </Box>
      </Box>
      {cases.error ? <ErrorState error={cases.error} onRetry={() => void cases.refetch()} /> : null}
      <BenchGrid
        cases={cases.items}
        cells={bench.cells}
        variants={variants
          .map(({ text }, index) => ({ name: t('bench.variant', { number: index + 1 }), text }))
          .filter(({ text }) => text !== prompt.text)}
      />
    </>
  )
}

function nextVariant(variants: readonly { id: number; text: string }[], recorded: string) {
  const last = variants.at(-1)
  return { id: (last?.id ?? 0) + 1, text: last?.text ?? recorded }
}
