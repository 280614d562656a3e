import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Typography from '@mui/material/Typography'
import type { FlowAccess } from '@chatwright/contract'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { SwitchRow } from '../../../components/switch-row.tsx'
import { color, radius } from '../../../theme/tokens.ts'
import { rateLimit } from '../model/config-parts.ts'
import { FirstShare } from './first-share.tsx'
import { KeyChoice } from './key-choice.tsx'
import { useShare } from './share-context.ts'

const CHOICES: readonly FlowAccess[] = ['open', 'key', 'owner']

/** Who can use the flow: one choice that decides every door, above every way to reach it. Opened for the first time, with limits. */
export function AccessBar() {
  const { t } = useTranslation('share')
  const { chatflow, save, isSaving } = useShare()
  const { access, apikeyid, isPublic } = chatflow
  const id = useId()
  /** What was chosen and takes one step more: limits, or the key. */
  const [wanted, setWanted] = useState<'open' | 'key'>()
  const choose = (next: FlowAccess) => {
    if (isSaving) return
    if (next === access) return setWanted(undefined)
    if (next === 'open' && !rateLimit.isDecided(chatflow.apiConfig)) return setWanted('open')
    if (next === 'key' && apikeyid === null) return setWanted('key')
    setWanted(undefined)
    void save(() => ({ access: next }))
  }
  const isKeyAsked = wanted === 'key' || (access === 'key' && wanted === undefined)
  return (
    <Box sx={{ display: 'grid', gap: 2, padding: 2, border: 1, borderColor: 'divider', borderRadius: radius.card }}>
      <div>
        <FormLabel id={id}>{t('access.title')}</FormLabel>
        <RadioGroup
          aria-labelledby={id}
          value={wanted ?? access}
          onChange={(_, next) => choose(CHOICES.find((choice) => choice === next) ?? access)}
        >
          {CHOICES.map((choice) => (
            <FormControlLabel
              key={choice}
              value={choice}
              control={<Radio aria-describedby={`${id}-${choice}`} />}
              sx={{ alignItems: 'start', marginRight: 0 }}
              label={
                <Box sx={{ paddingTop: 1 }}>
                  <Typography component="span" variant="subtitle2">
                    {t(`access.word.${choice}`)}
                  </Typography>
                  <Typography
                    id={`${id}-${choice}`}
                    component="span"
                    variant="caption"
                    aria-hidden
                    sx={{ display: 'block', color: color.text2 }}
                  >
                    {t(`access.text.${choice}`)}
                  </Typography>
                </Box>
              }
            />
          ))}
        </RadioGroup>
      </div>
      {isKeyAsked ? <KeyChoice onChosen={() => setWanted(undefined)} /> : null}
      {wanted === 'open' && access !== 'open' ? <FirstShare onClose={() => setWanted(undefined)} /> : null}
      <SwitchRow
        label={t('chatbot.public')}
        help={t(isPublic ? `chatbot.onHelp.${access}` : 'chatbot.offHelp')}
        isOn={isPublic}
        isSaving={isSaving}
        onChange={(next) => void save(() => ({ isPublic: next }))}
      />
    </Box>
  )
}
