import type { ExecutionFlow } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import { IconPlayerPlay, IconPlayerStop, IconPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { ChoiceInput } from '../../../components/choice-input.tsx'
import { DialogHead } from '../../../components/dialog-head.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import type { CanvasEdits } from '../../../lib/canvas-handoff.ts'
import { useIsPhone } from '../../../lib/use-breakpoint.ts'
import { color, type } from '../../../theme/tokens.ts'
import type { FilledTemplate } from '../model/template-values.ts'
import { BenchGrid } from './bench-grid.tsx'
import { PriceWords } from './price-words.tsx'
import { useBench } from './use-bench.ts'
import { useCases } from './use-cases.ts'
import { VariantField } from './variant-field.tsx'

export interface PromptBenchProps {
  template: FilledTemplate
  flow: ExecutionFlow
  /** The run that it is opened from, always the first case. */
  runId: string
  onClose: () => void
}

const MOST_VARIANTS = 4
const CASES = ['1', '5', '10', '20'] as const

/** Other words for a prompt, each tried on recorded runs: what the model would have answered, what that costs, and the one to keep. */
export default function PromptBench({ template, flow, runId, onClose }: PromptBenchProps) {
  const { t } = useTranslation('runs')
  const id = useId()
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  const [variants, setVariants] = useState([{ id: 0, text: template.text }])
  const [count, setCount] = useState<string>('5')
  const cases = useCases(flow.id, { runId, count: Number(count) })
  const bench = useBench(template)
  const texts = [...new Set(variants.map(({ text }) => text))].filter((text) => text !== template.text)
  const use = (text: string) => {
    const state: CanvasEdits = { nodeInputs: { [template.nodeId]: { [template.name]: template.write(text) } } }
    void navigate(`/canvas/${flow.id}`, { state })
  }
  return (
    <Dialog
      open
      fullScreen={isPhone}
      maxWidth="xl"
      fullWidth
      onClose={onClose}
      aria-labelledby={id}
      slotProps={{ paper: { sx: { height: isPhone ? '100%' : 'calc(100% - 64px)' } } }}
    >
      <DialogHead id={id} title={t('bench.title', { node: template.node, input: template.input })} onClose={onClose} />
      <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, alignContent: 'start' }}>
        <Box sx={{ ...type.body, color: color.text2 }}>{t('bench.about')}</Box>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 320px), 1fr))' }}>
          {variants.map((variant, index) => (
            <VariantField
              key={variant.id}
              name={t('bench.variant', { number: index + 1 })}
              text={variant.text}
              isNew={variant.text !== template.text}
              onChange={(text) => setVariants(variants.map((each) => (each === variant ? { ...each, text } : each)))}
              onUse={() => use(variant.text)}
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
            onClick={() => setVariants([...variants, nextVariant(variants, template.text)])}
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
              {t('bench.run')}
            </Button>
          )}
          <PriceWords runId={runId} template={template} texts={texts} cases={cases.items.length} />
        </Box>
        {cases.error ? <ErrorState error={cases.error} onRetry={() => void cases.refetch()} /> : null}
        <BenchGrid
          cases={cases.items}
          cells={bench.cells}
          variants={variants
            .map(({ text }, index) => ({ name: t('bench.variant', { number: index + 1 }), text }))
            .filter(({ text }) => text !== template.text)}
        />
      </DialogContent>
    </Dialog>
  )
}

function nextVariant(variants: readonly { id: number; text: string }[], recorded: string) {
  const last = variants.at(-1)
  return { id: (last?.id ?? 0) + 1, text: last?.text ?? recorded }
}
