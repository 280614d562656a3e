import type { TestSet } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { ChoiceInput } from '../../../components/choice-input.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { useNodeCatalogue } from '../../../lib/catalogue.ts'
import { NodeChoice } from '../../../parts/parameter-form/node-choice.tsx'
import { color, type } from '../../../theme/tokens.ts'
import { useStartComparison } from '../api/use-comparisons.ts'
import {
  NO_JUDGE,
  RECORDED_ANSWERS,
  toNewComparison,
  usualVersions,
  type ComparisonDraft,
} from '../model/comparison-draft.ts'

interface CompareFormProps {
  flowId: string
  comparable: { live: number; versions: readonly number[]; sets: readonly TestSet[] }
  /** What was chosen on the way here, if it is there. */
  given: Pick<ComparisonDraft, 'base' | 'candidate' | 'setId'>
}

/** Two versions, what both are asked, and who judges. */
export function CompareForm({ flowId, comparable, given }: CompareFormProps) {
  const { t } = useTranslation('comparisons')
  const navigate = useNavigate()
  const { live, versions, sets } = comparable
  const usual = usualVersions(comparable)
  const [draft, setDraft] = useState<ComparisonDraft>({
    base: versions.includes(given.base) ? given.base : usual.base,
    candidate: versions.includes(given.candidate) ? given.candidate : usual.candidate,
    setId: sets.some(({ id }) => id === given.setId) ? given.setId : (sets[0]?.id ?? ''),
    judge: NO_JUDGE,
  })
  const { data: nodes = [] } = useNodeCatalogue()
  const start = useStartComparison()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    start.mutate(toNewComparison(flowId, draft), { onSuccess: ({ id }) => void navigate(`/comparisons/${id}`) })
  }
  const change = (changes: Partial<ComparisonDraft>) => setDraft({ ...draft, ...changes })
  const choices = versions.map((version) => ({
    value: String(version),
    label: t(version === live ? 'compare.liveVersion' : 'compare.version', { version }),
  }))
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }}>
        <ChoiceInput
          label={t('compare.base')}
          value={String(draft.base)}
          choices={choices}
          onChange={(version) => change({ base: Number(version) })}
        />
        <ChoiceInput
          label={t('compare.candidate')}
          value={String(draft.candidate)}
          choices={choices}
          onChange={(version) => change({ candidate: Number(version) })}
        />
      </Box>
      <ChoiceInput
        label={t('compare.asked')}
        help={t(draft.setId === '' ? 'compare.answersHelp' : 'compare.setHelp')}
        value={draft.setId}
        choices={[
          ...sets.map(({ id, name, cases }) => ({ value: id, label: t('compare.set', { name, count: cases }) })),
          { value: '', label: t('compare.answers', { count: RECORDED_ANSWERS }) },
        ]}
        onChange={(setId) => change({ setId })}
      />
      <NodeChoice
        label={t('compare.judge')}
        help={t('compare.judgeHelp')}
        none={t('compare.noJudge')}
        nodes={nodes.filter(({ category }) => category === 'Chat Models')}
        chosen={draft.judge}
        onChange={(judge) => change({ judge })}
      />
      {draft.base === draft.candidate ? <ProblemNotice tone="info">{t('compare.itself')}</ProblemNotice> : null}
      {start.error ? <ProblemNotice>{messageOf(start.error)}</ProblemNotice> : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Button type="submit" variant="contained" loading={start.isPending}>
          {t('compare.start')}
        </Button>
        <Box sx={{ ...type.small, color: color.text2, flex: '1 1 260px' }}>{t('compare.cost')}</Box>
      </Box>
    </Box>
  )
}
