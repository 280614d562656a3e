import Badge from '@mui/material/Badge'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../../components/labelled-icon-button.tsx'
import { isActive, jobList } from '../../../lib/jobs/job-list.ts'
import { useIsPhone } from '../../../lib/use-breakpoint.ts'
import { openBackgroundWork, useBackgroundWork } from '../../../state/background-work.ts'

/** Opens the list of background work, with a count of what is under way; not there where nothing ever ran. */
export function WorkButton() {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const isOpen = useBackgroundWork((state) => state.isOpen)
  const { data: jobs = [] } = useQuery(jobList)
  if (jobs.length === 0) return null
  const count = jobs.filter(isActive).length
  const label = count > 0 ? t('work.running', { count }) : t('work.title')
  const picture = <IconHistory size={20} aria-hidden />
  // A badge that fades keeps its last count, where the label no longer speaks of one.
  const icon =
    count === 0 ? (
      picture
    ) : (
      <Badge badgeContent={count} color="primary" max={99}>
        {picture}
      </Badge>
    )
  const opens = { 'aria-haspopup': 'dialog', 'aria-expanded': isOpen, onClick: openBackgroundWork } as const
  if (isPhone) {
    return (
      <Button {...opens} fullWidth aria-label={label} startIcon={icon} sx={{ justifyContent: 'flex-start' }}>
        {t('work.title')}
      </Button>
    )
  }
  return (
    <LabelledIconButton {...opens} label={label}>
      {icon}
    </LabelledIconButton>
  )
}
