import { decideReview, getReview } from '@chatwright/contract'
import type { GivenDecision, Review } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'

import { DecisionForm } from '../../components/decision/decision-form.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { call } from '../../lib/api.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { color, radius } from '../../theme/tokens.ts'

const CLOSED_LINKS: Readonly<Record<string, 'invalid' | 'expired' | 'refused'>> = {
  'link-invalid': 'invalid',
  'link-expired': 'expired',
  'link-refused': 'refused',
}

/** What a signed link asks of whoever has it. Opening it changes nothing. */
export default function ReviewScreen() {
  const { token = '' } = useParams()
  const { t } = useTranslation('decisions')
  const review = useQuery({
    queryKey: ['review', token],
    queryFn: ({ signal }) => call(getReview, { params: { token }, signal }),
    retry: (failures, error) => failures < 2 && error instanceof ApiError && error.isRetryable,
    // What is being filled in must not be read anew under somebody's hands.
    refetchOnWindowFocus: false,
  })
  const decide = useMutation({
    mutationFn: (decision: GivenDecision) => call(decideReview, { params: { token }, body: decision }),
    // Somebody was quicker: the page says what became of it.
    onError: (error) => (isSettled(error) ? review.refetch() : undefined),
  })
  useEffect(() => {
    document.title = t('review.title')
  }, [t])

  if (decide.isSuccess) return <Said what="done" />
  const closed = review.error instanceof ApiError ? CLOSED_LINKS[review.error.code] : undefined
  if (closed) return <Said what={closed} />
  if (review.error) {
    return (
      <Page>
        <ErrorState error={review.error} onRetry={() => void review.refetch()} />
      </Page>
    )
  }
  if (!review.data) return null
  if (review.data.status !== 'waiting' || !review.data.question) {
    const what = review.data.status === 'waiting' ? 'over' : review.data.status
    return <Said what={what} {...(what === 'coming' && { onAgain: () => void review.refetch() })} />
  }
  const { question } = review.data
  return (
    <Page>
      <Head review={review.data} />
      <Markdown text={question.text} />
      {decide.error ? <ProblemNotice>{messageOf(decide.error)}</ProblemNotice> : null}
      <DecisionForm asked={question} isBusy={decide.isPending} onDecide={(decision) => decide.mutate(decision)} />
    </Page>
  )
}

function isSettled(error: unknown): boolean {
  return error instanceof ApiError && (error.code.startsWith('wait-') || error.code in CLOSED_LINKS)
}

function Head({ review: { chatflowName, label, createdDate, wakeDate, expiresDate } }: { review: Review }) {
  const { t, i18n } = useTranslation('decisions')
  const until = new Date(wakeDate ?? expiresDate).toLocaleString(i18n.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return (
    <Box component="header" sx={{ overflowWrap: 'anywhere' }}>
      <Typography variant="h2" component="h1">
        {label}
      </Typography>
      <Typography variant="body2" sx={{ color: color.text2 }}>
        {chatflowName}
      </Typography>
      <Typography variant="caption" component="p" sx={{ color: color.text3 }}>
        {createdDate === null ? null : (
          <>
            {t('review.asked')} <TimeAgo date={createdDate} />
            {' · '}
          </>
        )}
        {t('review.until', { date: until })}
      </Typography>
    </Box>
  )
}

type Saying = 'done' | 'decided' | 'over' | 'coming' | 'invalid' | 'expired' | 'refused'

/** A page that only says how things stand. */
function Said({ what, onAgain }: { what: Saying; onAgain?: () => void }) {
  const { t } = useTranslation('decisions')
  const isBroken = what === 'invalid' || what === 'expired' || what === 'refused'
  return (
    <Page>
      <EmptyState
        role={isBroken ? 'alert' : 'status'}
        drawing={isBroken ? 'lost' : 'flow'}
        headingLevel={1}
        title={t(`review.${what}`)}
        text={t(`review.${what}Text`)}
        {...(onAgain && {
          actions: (
            <Button variant="contained" onClick={onAgain}>
              {t('review.again')}
            </Button>
          ),
        })}
      />
    </Page>
  )
}

function Page({ children }: { children: React.ReactNode }) {
  return (
    <Box
      component="main"
      sx={{
        boxSizing: 'border-box',
        minHeight: '100dvh',
        backgroundColor: { xs: color.paper, sm: color.page },
        padding: { xs: 0, sm: 3 },
      }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          maxWidth: 720,
          margin: '0 auto',
          padding: { xs: 2, sm: 3 },
          minWidth: 0,
          backgroundColor: color.paper,
          border: { xs: 'none', sm: `1px solid ${color.line}` },
          borderRadius: radius.card,
        }}
      >
        {children}
      </Box>
    </Box>
  )
}
