import type { TestCase } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'

import { LabelledIconButton } from '../../../components/labelled-icon-button.tsx'
import { formatMoney } from '../../../lib/format-money.ts'
import { color, type } from '../../../theme/tokens.ts'
import { useCheckWords } from '../model/use-check-words.ts'
import { VerdictMark } from './verdict-mark.tsx'

interface CaseRowProps {
  shown: TestCase
  onEdit: () => void
  onDelete: () => void
}

/** A case: how it ended last, why in words, and what it answered. */
export function CaseRow({ shown, onEdit, onDelete }: CaseRowProps) {
  const { t, i18n } = useTranslation('tests')
  const wordsOf = useCheckWords()
  const { name, turns, result } = shown
  const at = result
    ? Math.max(
        0,
        result.turns.findIndex(({ verdict }) => verdict === result.verdict),
      )
    : 0
  const ended = result?.turns[at]
  const words = ended ? wordsOf(turns[at]?.checks ?? [], ended) : []
  const runId = turns.findLast((turn) => turn.runId !== null)?.runId
  return (
    <Card component="li" sx={{ listStyle: 'none', padding: '12px 8px 12px 16px', display: 'flex', gap: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.5 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, alignItems: 'center' }}>
          <Box sx={{ ...type.strong, overflowWrap: 'anywhere', flex: '1 1 200px', minWidth: 0 }}>{name}</Box>
          <VerdictMark verdict={result?.verdict} />
        </Box>
        {words.map((line) => (
          <Box key={line} sx={{ ...type.body, overflowWrap: 'anywhere' }}>
            {turns.length > 1 ? `${t('turn', { number: at + 1 })}: ${line}` : line}
          </Box>
        ))}
        {ended && ended.answer !== '' ? (
          <Box title={ended.answer} sx={answerStyles}>
            {t('answered', { answer: ended.answer })}
          </Box>
        ) : null}
        <Box sx={{ ...type.caption, color: color.text3, display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          {runId ? (
            <Link component={RouterLink} to={`/runs/${runId}`}>
              {t('openRun')}
            </Link>
          ) : null}
          {result && result.asked > 0 ? (
            <span>{t('asked', { price: formatMoney(result.priceMicro, i18n.language) })}</span>
          ) : null}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'flex-start' }}>
        <LabelledIconButton label={t('edit', { name })} onClick={onEdit}>
          <IconPencil size={20} aria-hidden />
        </LabelledIconButton>
        <LabelledIconButton label={`${t('deleteCase')}: ${name}`} onClick={onDelete}>
          <IconTrash size={20} aria-hidden />
        </LabelledIconButton>
      </Box>
    </Card>
  )
}

/** Two lines, however long. */
const answerStyles = {
  ...type.caption,
  color: color.text2,
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const
