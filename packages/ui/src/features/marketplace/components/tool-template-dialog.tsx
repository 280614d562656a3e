import type { Template } from '@chatwright/contract'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { CodeEditor } from '../../../components/code-editor.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { readRows } from '../../../components/tool-dialog/tool-draft.ts'
import { color, monoFamily } from '../../../theme/tokens.ts'
import { useTemplate } from '../api/use-templates.ts'
import { lazyDialog } from '../../../components/lazy-part/lazy-part.tsx'

const ToolDialog = lazyDialog(() => import('../../../components/tool-dialog/tool-dialog.tsx'), { texts: ['tools'] })

/** A tool template, read-only; using it opens the same tool as one's own. */
export function ToolTemplateDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('marketplace')
  const navigate = useNavigate()
  const [isUsed, setIsUsed] = useState(false)
  const { data: template, error, refetch } = useTemplate(id)
  if (isUsed && template) {
    const { schema, func, description, iconSrc } = template
    const source = { name: toolName(template), description, schema, func, iconSrc, color: template.color ?? '' }
    return <ToolDialog source={source} onClose={onClose} onSaved={() => void navigate('/tools')} />
  }
  return (
    <FormDialog
      open
      width="md"
      title={template?.templateName ?? t('tool.preview')}
      onClose={onClose}
      submitLabel={t('tool.use')}
      {...(template && { onSubmit: () => setIsUsed(true) })}
    >
      {template ? (
        <ToolPreview template={template} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={320} />
      )}
    </FormDialog>
  )
}

function ToolPreview({ template }: { template: Template }) {
  const { t } = useTranslation('marketplace')
  const rows = readRows(template.schema)
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography sx={{ color: color.text2 }}>{template.description}</Typography>
      <section>
        <Typography variant="subtitle2" component="h3">
          {t('tool.inputs')}
        </Typography>
        {rows.length === 0 ? <Typography sx={{ color: color.text3 }}>{t('tool.noInputs')}</Typography> : null}
        <Box component="ul" sx={{ margin: 0, paddingLeft: 2.5 }}>
          {rows.map((row) => (
            <li key={row.key}>
              <Box component="code" sx={{ fontFamily: monoFamily }}>
                {row.property}
              </Box>
              : {row.type}. {row.description}
            </li>
          ))}
        </Box>
      </section>
      <CodeEditor language="javascript" label={t('tool.code')} value={template.func ?? ''} isReadOnly />
    </Box>
  )
}

/** Models accept no spaces in a tool's name. */
function toolName(template: Template): string {
  return template.templateName
    .toLowerCase()
    .replaceAll(/[^\w-]+/g, '_')
    .slice(0, 64)
}
