import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'

import { DEFAULT_PATH } from '../lib/product.ts'
import { monoFamily } from '../theme/tokens.ts'
import { EmptyState } from './empty-state.tsx'

interface NotFoundProps {
  address: string
  /** More exact words than "no screen has the address", such as "no chat flow has the id". */
  title?: string
  text?: string
}

/** A title, the address asked for and a way home. */
export function NotFound({ address, title, text }: NotFoundProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeContent: 'center', padding: 2 }}>
      <EmptyState
        drawing="lost"
        headingLevel={1}
        title={title ?? t('notFound.title')}
        text={
          <>
            {text ?? t('notFound.text')}{' '}
            <Box component="span" sx={{ fontFamily: monoFamily, overflowWrap: 'anywhere' }}>
              {address}
            </Box>
          </>
        }
        actions={
          <>
            <Button variant="contained" component={Link} to={DEFAULT_PATH}>
              {t('notFound.home')}
            </Button>
            <Button onClick={() => void navigate(-1)}>{t('notFound.back')}</Button>
          </>
        }
      />
    </Box>
  )
}
