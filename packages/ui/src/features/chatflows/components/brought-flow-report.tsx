import type { BroughtFlow, BroughtNode } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { IconAlertTriangle, IconArrowsExchange, IconCircleCheck, IconKey, IconPuzzleOff } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { useCredentialKinds } from '../../../components/credential-dialog/credential-api.ts'
import { color, radius, type } from '../../../theme/tokens.ts'

/** One flow: every node with what becomes of it. Those that need attention are open from the start, unless they are many. */
export function BroughtFlowReport({ brought, isOneOfMany }: { brought: BroughtFlow; isOneOfMany: boolean }) {
  const { t } = useTranslation('chatflows')
  const isStaying = brought.outcome === 'skip' || brought.outcome === 'refused'
  const attention = brought.nodes.filter(({ fate }) => fate === 'lacking' || fate === 'placeholder').length
  return (
    <Box
      component="details"
      open={(attention > 0 || brought.outcome === 'refused') && !isOneOfMany}
      sx={{ border: `1px solid ${color.line}`, borderRadius: radius.card, padding: '8px 16px' }}
    >
      <Box component="summary" sx={{ cursor: 'pointer', ...type.strong }}>
        {brought.name}{' '}
        <Typography
          component="span"
          variant="caption"
          sx={{ color: attention > 0 || isStaying ? color.warning : color.success, marginLeft: 1 }}
        >
          {isStaying
            ? t(`bring.outcome.${brought.outcome}`)
            : attention > 0
              ? t('bring.attention', { count: attention })
              : t('bring.allWork')}
        </Typography>
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', margin: '8px 0 0', padding: 0, display: 'grid', gap: 0.5 }}>
        {brought.nodes.map((node) => (
          <NodeLine key={node.id} node={node} />
        ))}
        {brought.reason === undefined ? null : (
          <FateLine icon={IconAlertTriangle} ink={color.warning} text={brought.reason} />
        )}
        {brought.notes.map((note) => (
          <FateLine key={note} icon={IconAlertTriangle} ink={color.warning} text={note} />
        ))}
      </Box>
    </Box>
  )
}

const looks: Record<BroughtNode['fate'], { icon: Icon; ink: string }> = {
  works: { icon: IconCircleCheck, ink: color.success },
  renamed: { icon: IconArrowsExchange, ink: color.primary },
  lacking: { icon: IconKey, ink: color.warning },
  placeholder: { icon: IconPuzzleOff, ink: color.warning },
}

function NodeLine({ node }: { node: BroughtNode }) {
  const { t } = useTranslation('chatflows')
  const { data: kinds = [] } = useCredentialKinds()
  const names = node.credentials.map((name) => kinds.find((kind) => kind.name === name)?.label ?? name).join(', ')
  const renamed = node.renamedTo === undefined ? undefined : t('bring.renamed', { name: node.renamedTo })
  const lacking = [...(node.credentials.length > 0 ? [t('bring.credential', { names })] : []), ...node.lacks]
  const words = {
    works: t('bring.works'),
    renamed: renamed ?? '',
    lacking: [...(renamed === undefined ? [] : [renamed]), ...lacking].map(asSentence).join(' '),
    placeholder:
      node.instead === undefined ? t('bring.placeholder') : t('bring.placeholderFor', { instead: node.instead }),
  }[node.fate]
  const { icon, ink } = looks[node.fate]
  return <FateLine icon={icon} ink={ink} label={node.label} text={words} />
}

function asSentence(words: string): string {
  const [first = '', ...rest] = words
  return `${first.toUpperCase()}${rest.join('')}${words.endsWith('.') ? '' : '.'}`
}

export function FateLine({
  icon: FateIcon,
  ink,
  label,
  text,
}: {
  icon: Icon
  ink: string
  label?: string
  text: string
}) {
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', ...type.small }}>
      <FateIcon size={16} color={ink} aria-hidden />
      <span>
        {label === undefined ? null : <strong style={{ fontWeight: 500 }}>{label}: </strong>}
        {text}
      </span>
    </Box>
  )
}
