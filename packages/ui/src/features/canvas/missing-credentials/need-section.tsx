import type { CredentialDescription } from '@chatwright/core'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

import { ChoiceInput } from '../../../components/choice-input.tsx'
import { KindIcon } from '../../../components/credential-dialog/kind-icon.tsx'
import { color, radius } from '../../../theme/tokens.ts'
import { emptyForm } from './answer.ts'
import type { Answer } from './answer.ts'
import type { CredentialNeed } from './credential-needs.ts'
import { NewCredential } from './new-credential.tsx'
import type { OfferedReplacement } from './offered-replacements.ts'

interface NeedSectionProps {
  need: CredentialNeed
  kinds: readonly CredentialDescription[]
  replacements: readonly OfferedReplacement[]
  answer: Answer
  /** Somebody wanted to go on with nothing filled in. */
  isTried: boolean
  isFirst: boolean
  onAnswer: (answer: Answer) => void
}

/** One kind of credential, the nodes that want it, and the ways to give it to them. */
export function NeedSection({ need, kinds, replacements, answer, isTried, isFirst, onAnswer }: NeedSectionProps) {
  const { t } = useTranslation('credentials')
  const labelOf = (kind: string) => kinds.find(({ name }) => name === kind)?.label ?? kind
  const title = need.kinds.map(labelOf).join(' / ')
  const ways: { value: string; label: string; answer: Answer }[] = [
    ...need.fitting.map(({ id, name }) => ({
      value: id,
      label: name,
      answer: { use: 'stored', credentialId: id } as const,
    })),
    ...need.kinds.map((kind) => ({
      value: `new ${kind}`,
      label: t('missing.create', { kind: labelOf(kind) }),
      answer: emptyForm(kind, kinds),
    })),
    ...replacements.map((offer) => ({
      value: offer.key,
      label: offer.server
        ? t('missing.local', { model: offer.name, server: offer.server })
        : t('missing.swap', { node: offer.description.label, name: offer.name }),
      answer: { use: 'replacement', key: offer.key, replacement: offer } as const,
    })),
  ]
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{ border: `1px solid ${color.line}`, borderRadius: radius.card, padding: 2, display: 'grid', gap: 2 }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', minWidth: 0 }}>
        <KindIcon name={need.kinds[0] ?? ''} />
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="subtitle2" component="h3">
            {title}
          </Typography>
          <Typography variant="caption" component="p" sx={{ color: color.text3, overflowWrap: 'anywhere' }}>
            {t('missing.for', { nodes: need.nodes.map((node) => node.data.label).join(', ') })}
          </Typography>
        </Box>
      </Box>
      {ways.length > 1 ? (
        <ChoiceInput
          label={t('missing.choose')}
          value={valueOf(answer)}
          choices={ways}
          onChange={(value) => {
            const way = ways.find((each) => each.value === value)
            if (way) onAnswer(way.answer)
          }}
        />
      ) : null}
      {answer.use === 'new' ? (
        <NewCredential
          key={answer.kind}
          kind={kinds.find(({ name }) => name === answer.kind)}
          values={answer.values}
          isTried={isTried}
          isFirst={isFirst}
          onChange={(values) => onAnswer({ ...answer, values })}
        />
      ) : null}
      {answer.use === 'replacement' ? (
        <Typography variant="caption" sx={{ color: color.text3 }}>
          {t('missing.swapHelp', {
            old: need.nodes.map((node) => node.data.label).join(', '),
            node: answer.replacement.description.label,
          })}
        </Typography>
      ) : null}
    </Box>
  )
}

function valueOf(answer: Answer): string {
  if (answer.use === 'stored') return answer.credentialId
  return answer.use === 'new' ? `new ${answer.kind}` : answer.key
}
