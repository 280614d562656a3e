import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { createLimit, listLimits } from '@chatwright/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { TextInput } from '../../../components/text-input.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { UntrustedProxyNotice } from '../../../parts/untrusted-proxy/untrusted-proxy-notice.tsx'
import { color, radius } from '../../../theme/tokens.ts'
import { patchJson } from '../api/patch-chatflow.ts'
import { rateLimit } from '../model/config-parts.ts'
import { isDollars, isWholeNumber, PROPOSED } from '../model/first-limits.ts'
import { useShare } from './share-context.ts'

const LIMITS = ['spend', 'limits']

/** The limits that a flow is given before others can ask it for the first time: taken, changed or left out in one click. */
export function FirstShare({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['share', 'common'])
  const { chatflow, save, isSaving } = useShare()
  const queryClient = useQueryClient()
  const titleId = useId()
  const [questions, setQuestions] = useState(PROPOSED.questions)
  const [dollars, setDollars] = useState(PROPOSED.dollars)
  const [wasTried, setWasTried] = useState(false)
  const limits = useQuery({ queryKey: LIMITS, queryFn: ({ signal }) => call(listLimits, { signal }) })
  const isLimited = (limits.data?.items ?? []).some(
    ({ scope, subject }) => scope === 'flow' && (subject === null || subject === chatflow.id),
  )
  const spend = useMutation({
    mutationFn: () =>
      call(createLimit, {
        body: {
          scope: 'flow',
          subject: chatflow.id,
          period: 'month',
          unit: 'micro',
          amount: Math.round(Number(dollars) * 1_000_000),
        },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: LIMITS }),
  })
  const isBusy = isSaving || spend.isPending
  const open = (max: string) =>
    save((current) => ({
      ...patchJson('apiConfig', () =>
        rateLimit.patch({ isOn: max !== '', max, seconds: max === '' ? '' : '60', message: '' }),
      )(current),
      access: 'open',
    }))
  const wrongQuestions = questions !== '' && !isWholeNumber(questions)
  const wrongDollars = !isLimited && dollars !== '' && !isDollars(dollars)
  const openWithLimits = async () => {
    setWasTried(true)
    if (isBusy || wrongQuestions || wrongDollars) return
    try {
      // First, so that nobody asks before it holds; made once, however often the rest is tried.
      if (!isLimited && dollars !== '' && !spend.isSuccess) await spend.mutateAsync()
    } catch {
      return
    }
    if (await open(questions.trim())) onClose()
  }
  return (
    <Box
      component="form"
      noValidate
      aria-labelledby={titleId}
      onSubmit={(event) => {
        event.preventDefault()
        void openWithLimits()
      }}
      sx={{ display: 'grid', gap: 2, padding: 2, border: 1, borderColor: 'divider', borderRadius: radius.card }}
    >
      <div>
        <Typography variant="subtitle2" component="h3" id={titleId}>
          {t('first.title')}
        </Typography>
        <Typography sx={{ color: color.text2 }}>{t('first.text')}</Typography>
      </div>
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 2 }}>
        <TextInput
          label={t('first.questions')}
          help={t('first.questionsHelp')}
          inputMode="numeric"
          autoFocus
          value={questions}
          onChange={setQuestions}
          error={wasTried && wrongQuestions ? t('rate.wrong') : undefined}
        />
        {isLimited ? null : (
          <TextInput
            label={t('first.dollars')}
            help={t('first.dollarsHelp')}
            inputMode="decimal"
            value={dollars}
            onChange={setDollars}
            error={wasTried && wrongDollars ? t('first.wrongDollars') : undefined}
          />
        )}
      </Box>
      <UntrustedProxyNotice />
      {spend.error ? <ProblemNotice>{messageOf(spend.error)}</ProblemNotice> : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button type="submit" variant="contained" loading={isBusy}>
          {t('first.open')}
        </Button>
        <Button
          color="inherit"
          onClick={() => {
            if (!isBusy) void open('').then((isSaved) => isSaved && onClose())
          }}
        >
          {t('first.openFree')}
        </Button>
        <Button color="inherit" onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
      </Box>
    </Box>
  )
}
