import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { FormDialog } from '../../../components/form-dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { useLocalModels } from '../../../lib/use-local-models.ts'
import { color } from '../../../theme/tokens.ts'
import { useCredentialKinds, useCredentials } from '../../../lib/catalogue.ts'
import { useCanvas } from '../canvas-context.tsx'
import { isGiven, startingAnswer } from './answer.ts'
import type { Answer } from './answer.ts'
import { credentialNeeds } from './credential-needs.ts'
import { NeedSection } from './need-section.tsx'
import { offeredReplacements } from './offered-replacements.ts'
import { useApplyAnswers } from './use-apply-answers.ts'

/** Asks for every credential a flow still wants: an existing one, a new one, another model, or later. */
export default function MissingCredentialsDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('credentials')
  const canvas = useCanvas()
  const { data: credentials = [] } = useCredentials()
  const { data: kinds = [] } = useCredentialKinds()
  const { data: localServers = [] } = useLocalModels()
  const { componentNodes: catalogue, history } = canvas.store.getState()
  const flow = history.present
  // As it was when the dialog opened: a section must not go away while another is being filled in.
  const [needs] = useState(() => credentialNeeds(flow, credentials))
  const [answers, setAnswers] = useState<readonly Answer[]>(() => needs.map((need) => startingAnswer(need, kinds)))
  const [isTried, setIsTried] = useState(false)
  const apply = useApplyAnswers({ needs, onSaved: setAnswers, onDone: onClose })
  const given = answers.filter((answer) => isGiven(answer, kinds))
  return (
    <FormDialog
      open
      width="md"
      title={t('missing.title')}
      onClose={onClose}
      cancelLabel={t('missing.later')}
      submitLabel={t('missing.use')}
      isBusy={apply.isPending}
      onSubmit={() => {
        setIsTried(true)
        if (given.length > 0) apply.mutate(answers)
      }}
    >
      <Typography sx={{ color: color.text2, marginBottom: 2 }}>{t('missing.text')}</Typography>
      <Box sx={{ display: 'grid', gap: 2 }}>
        {needs.map((need, index) => {
          const answer = answers[index]
          return answer ? (
            <NeedSection
              key={need.kinds.join(' ')}
              need={need}
              kinds={kinds}
              replacements={offeredReplacements(need, { flow, catalogue, credentials, localServers })}
              answer={answer}
              isFirst={index === 0}
              isTried={isTried && given.length === 0}
              onAnswer={(changed) => setAnswers(answers.with(index, changed))}
            />
          ) : null
        })}
        {apply.error ? <ProblemNotice>{apply.error.message}</ProblemNotice> : null}
      </Box>
    </FormDialog>
  )
}
