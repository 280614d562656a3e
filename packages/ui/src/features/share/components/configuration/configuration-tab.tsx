import Box from '@mui/material/Box'

import { FollowUpsSection } from './follow-ups-section.tsx'
import { LeadsSection } from './leads-section.tsx'
import { OriginsSection } from './origins-section.tsx'
import { OverridesSection } from './overrides-section.tsx'
import { RateLimitSection } from './rate-limit-section.tsx'
import { HearingSection } from './hearing-section.tsx'
import { SpeakingSection } from './speaking-section.tsx'
import { StartersSection } from './starters-section.tsx'
import { FeedbackSection, FileUploadSection, RecordingSection } from './switch-sections.tsx'

/** Who may ask the flow, how often, with what, and what its chat offers. Each section saves itself alone. */
export function ConfigurationTab() {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4, maxWidth: 720 }}>
      <OriginsSection />
      <RateLimitSection />
      <OverridesSection />
      <StartersSection />
      <FollowUpsSection />
      <FeedbackSection />
      <FileUploadSection />
      <HearingSection />
      <SpeakingSection />
      <LeadsSection />
      <RecordingSection />
    </Box>
  )
}
