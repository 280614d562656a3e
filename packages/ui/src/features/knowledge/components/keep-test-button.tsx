import { IconTargetArrow } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../../components/labelled-icon-button.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { notify } from '../../../state/notifications.ts'
import { useKeepSearchTest } from '../api/use-search-tests.ts'

interface KeepTestButtonProps {
  storeId: string
  question: string
  passageId: string
}

/** Keeps the question with this passage: a search is to find it from now on. */
export function KeepTestButton({ storeId, question, passageId }: KeepTestButtonProps) {
  const { t } = useTranslation('knowledge')
  const keep = useKeepSearchTest(storeId)
  return (
    <LabelledIconButton
      label={t('tests.keep')}
      disabled={keep.isPending}
      onClick={() =>
        keep.mutate(
          { question, passageId },
          {
            onSuccess: () => notify(t('tests.kept')),
            onError: (error) => notify(messageOf(error), { tone: 'error' }),
          },
        )
      }
    >
      <IconTargetArrow size={20} aria-hidden />
    </LabelledIconButton>
  )
}
