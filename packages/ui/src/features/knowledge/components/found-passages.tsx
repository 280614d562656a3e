import type { KnowledgeAnswer } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { color, type } from '../../../theme/tokens.ts'
import { rankIn } from '../model/bench-settings.ts'
import { PassageText } from './passage-text.tsx'

type FoundPassage = KnowledgeAnswer['docs'][number]

interface FoundPassagesProps {
  label: string
  answer: KnowledgeAnswer
  /** What the other settings found, where two are compared. */
  other?: KnowledgeAnswer | undefined
  actionOf?: ((passage: FoundPassage) => ReactNode) | undefined
}

/** What a search found, each with its place in every stage. */
export function FoundPassages({ label, answer, other, actionOf }: FoundPassagesProps) {
  const { t } = useTranslation('knowledge')
  return (
    <Stack spacing={1} role="region" aria-label={label} sx={{ minWidth: 0 }}>
      <Typography role="status" sx={{ ...type.small, color: color.text2 }}>
        {t('bench.result', { count: answer.docs.length, ms: answer.timeTaken })}
      </Typography>
      {answer.docs.length === 0 ? <Typography>{t('bench.nothing')}</Typography> : null}
      {answer.docs.map((passage, index) => (
        <PassageText
          key={passage.id}
          text={passage.pageContent}
          document={passage.document}
          facts={passage.metadata}
          head={
            <>
              {t('bench.rank', { rank: index + 1 })} · {passage.document}
              {other ? <Elsewhere rank={rankIn(other.docs, passage.id)} own={index + 1} /> : null}
              <Stages stages={passage.stages ?? []} />
            </>
          }
          action={actionOf?.(passage)}
        />
      ))}
    </Stack>
  )
}

function Elsewhere({ rank, own }: { rank: number | undefined; own: number }) {
  const { t } = useTranslation('knowledge')
  if (rank === own) return null
  return (
    <Box component="span" sx={{ color: color.warning, fontWeight: 500 }}>
      {' · '}
      {rank === undefined ? t('bench.onlyHere') : t('bench.elsewhere', { rank })}
    </Box>
  )
}

function Stages({ stages }: { stages: NonNullable<FoundPassage['stages']> }) {
  const { t } = useTranslation('knowledge')
  if (stages.length === 0) return null
  return (
    <Box
      component="ul"
      aria-label={t('bench.stages')}
      sx={{ listStyle: 'none', padding: 0, margin: '4px 0 0', display: 'flex', flexWrap: 'wrap', gap: '2px 12px' }}
    >
      {stages.map(({ stage, rank, score }) => (
        <li key={stage}>
          {score === undefined
            ? t('bench.place', { stage: t(`bench.stage.${stage}`), rank })
            : t('bench.scored', { stage: t(`bench.stage.${stage}`), rank, score: score.toPrecision(3) })}
        </li>
      ))}
    </Box>
  )
}
