import Switch from '@mui/material/Switch'
import Tooltip from '@mui/material/Tooltip'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { setDarkMode, useCustomization } from '../../state/customization.ts'
import { color } from '../../theme/tokens.ts'

export function ThemeSwitch() {
  const { t } = useTranslation()
  const isDarkMode = useCustomization((state) => state.isDarkMode)
  const Icon = isDarkMode ? IconMoon : IconSun
  return (
    <Tooltip title={t('shell.darkMode')}>
      <Switch
        checked={isDarkMode}
        onChange={(_, isChecked) => setDarkMode(isChecked)}
        icon={<Thumb Icon={IconSun} />}
        checkedIcon={<Thumb Icon={Icon} />}
        slotProps={{ input: { 'aria-label': t('shell.darkMode'), role: 'switch' } }}
        sx={{
          width: 56,
          height: 36,
          padding: '8px 6px',
          '& .MuiSwitch-switchBase': { padding: '8px', '&.Mui-checked': { transform: 'translateX(20px)' } },
          '& .MuiSwitch-track': { borderRadius: 10 },
          // Three times as wide by default: it would take the taps meant for its neighbours.
          '& .MuiSwitch-switchBase .MuiSwitch-input': { left: 0, width: 56 },
          '& .MuiSwitch-switchBase.Mui-checked .MuiSwitch-input': { left: -20 },
        }}
      />
    </Tooltip>
  )
}

function Thumb({ Icon }: { Icon: typeof IconSun }) {
  return (
    <span
      style={{
        width: 20,
        height: 20,
        borderRadius: '50%',
        display: 'grid',
        placeItems: 'center',
        backgroundColor: color.paper,
        color: color.text2,
        border: `1px solid ${color.control}`,
      }}
    >
      <Icon size={14} aria-hidden />
    </span>
  )
}
