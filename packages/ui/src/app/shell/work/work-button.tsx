import Badge from '@mui/material/Badge'
import { useQuery } from '@tanstack/react-query'
import { IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../../components/labelled-icon-button.tsx'
import { isActive, jobList } from '../../../lib/jobs/job-list.ts'
import { openBackgroundWork, useBackgroundWork } from '../../../state/background-work.ts'

/** Opens the list of background work, with a count of what is under way; not there where nothing ever ran. */
export function WorkButton() {
  const { t } = useTranslation()
  const isOpen = useBackgroundWork((state) => state.isOpen)
  const { data: jobs = [] } = useQuery(jobList)
  if (jobs.length === 0) return null
  const count = jobs.filter(isActive).length
  return (
    <LabelledIconButton
      label={count > 0 ? t('work.running', { count }) : t('work.title')}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={openBackgroundWork}
    >
      <Badge badgeContent={count} color="primary" max={99}>
        <IconHistory size={20} aria-hidden />
      </Badge>
    </LabelledIconButton>
  )
}
