import Button from '@mui/material/Button'
import { Panel } from '@xyflow/react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { EmptyState } from '../../../components/empty-state.tsx'
import { pickDocuments } from '../../../state/asked-documents.ts'

/** What this place is for, and the ways to begin. */
export function EmptyCanvas({ onAdd, onLoad }: { onAdd(): void; onLoad(): void }) {
  const { t } = useTranslation('canvas')
  return (
    <Panel position="top-center" className="cw-empty">
      <EmptyState
        drawing="flow"
        title={t('empty.title')}
        text={t('empty.text')}
        actions={
          <>
            <Button variant="outlined" onClick={onAdd}>
              {t('empty.add')}
            </Button>
            <Button onClick={() => void pickDocuments()}>{t('empty.document')}</Button>
            <Button component={Link} to="/marketplaces">
              {t('empty.template')}
            </Button>
            <Button onClick={onLoad}>{t('empty.load')}</Button>
          </>
        }
      />
    </Panel>
  )
}
