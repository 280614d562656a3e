import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import Switch from '@mui/material/Switch'
import { useId } from 'react'
import type { ReactNode } from 'react'

interface SwitchRowProps {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  help?: ReactNode
  disabled?: boolean
}

/** A switch on one line with its label. */
export function SwitchRow({ label, isOn, onChange, help, disabled = false }: SwitchRowProps) {
  const id = useId()
  return (
    <div>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2, minHeight: 36 }}>
        <FormLabel htmlFor={id}>{label}</FormLabel>
        <Switch
          id={id}
          checked={isOn}
          disabled={disabled}
          onChange={(_, isChecked) => onChange(isChecked)}
          slotProps={{
            input: { role: 'switch', ...(help !== undefined && { 'aria-describedby': `${id}-help` }) },
          }}
        />
      </Box>
      {help === undefined ? null : <FormHelperText id={`${id}-help`}>{help}</FormHelperText>}
    </div>
  )
}
