import type { ExecutionStep } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { color, type } from '../../theme/tokens.ts'
import { plainList, StepRow } from './step-row.tsx'
import { stepTree } from './step-tree.ts'

const STEPS_AT_ONCE = 100

/** The steps of a run as a tree, some at a time. */
export function StepList({ steps, chosen }: { steps: readonly ExecutionStep[]; chosen: string | undefined }) {
  const { t } = useTranslation('executions')
  const [shown, setShown] = useState(STEPS_AT_ONCE)
  const tree = useMemo(() => stepTree(steps), [steps])
  const chosenAt = tree.findIndex(({ step: { path } }) => chosen === path || chosen?.startsWith(`${path}/`))
  const count = Math.max(shown, chosenAt + 1)
  if (tree.length === 0) return <Box sx={{ ...type.body, color: color.text2 }}>{t('noSteps')}</Box>
  return (
    <>
      <Box component="ol" sx={plainList}>
        {tree.slice(0, count).map((branch) => (
          <StepRow key={branch.step.path} branch={branch} />
        ))}
      </Box>
      {tree.length > count ? (
        <Button sx={{ marginTop: 1 }} onClick={() => setShown(count + STEPS_AT_ONCE)}>
          {t('more')}
        </Button>
      ) : null}
    </>
  )
}
