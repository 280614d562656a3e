import type { TemplateSummary } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { faceStyle, ItemCard } from '../../../components/item-card.tsx'
import { ToolTile } from '../../../components/tool-tile.tsx'
import { NeedsSign } from '../../../components/needs-sign.tsx'
import { NodeIcons } from '../../../components/node-icons.tsx'
import { useUseTemplate } from './use-use-template.ts'

interface TemplateCardProps {
  template: TemplateSummary
  onOpenTool: () => void
}

/** A flow's face opens its read-only canvas, a tool's face a preview; the button uses it at once. */
export function TemplateCard({ template, onOpenTool }: TemplateCardProps) {
  const { t } = useTranslation('marketplace')
  const useTemplate = useUseTemplate()
  const isTool = template.type === 'Tool'
  return (
    <ItemCard
      {...(isTool && { tile: <ToolTile name={template.templateName} iconSrc={template.iconSrc} /> })}
      title={
        isTool ? (
          <Box component="button" type="button" className="face" onClick={onOpenTool} sx={faceStyle}>
            {template.templateName}
          </Box>
        ) : (
          <Box component={Link} className="face" to={`/marketplace/${template.id}`} sx={faceStyle}>
            {template.templateName}
          </Box>
        )
      }
      description={template.description}
      foot={
        <>
          {isTool ? (
            <Chip label={t('card.tool')} />
          ) : (
            <NodeIcons
              names={template.nodeNames}
              limit={3}
              label={t('card.nodes')}
              moreLabel={(count) => t('card.moreNodes', { count })}
            />
          )}
          <NeedsSign needs={template.needs} />
          <Box sx={{ marginLeft: 'auto', position: 'relative', zIndex: 1 }}>
            <Button
              size="small"
              variant="outlined"
              aria-label={t('card.useNamed', { name: template.templateName })}
              onClick={() => (isTool ? onOpenTool() : void useTemplate(template))}
            >
              {t('card.use')}
            </Button>
          </Box>
        </>
      }
    />
  )
}
