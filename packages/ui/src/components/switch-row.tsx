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
  /** What was switched is on its way. It keeps the focus, or Escape would reach nobody, and hears no second click. */
  isSaving?: boolean
}

/** A switch on one line with its label. */
export function SwitchRow({ label, isOn, onChange, help, isSaving = false }: SwitchRowProps) {
  const id = useId()
  return (
    <div>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2, minHeight: 36 }}>
        <FormLabel htmlFor={id}>{label}</FormLabel>
        <Switch
          id={id}
          checked={isOn}
          onChange={(_, isChecked) => {
            if (!isSaving) onChange(isChecked)
          }}
          slotProps={{
            input: {
              role: 'switch',
              'aria-busy': isSaving,
              ...(help !== undefined && { 'aria-describedby': `${id}-help` }),
            },
          }}
        />
      </Box>
      {help === undefined ? null : <FormHelperText id={`${id}-help`}>{help}</FormHelperText>}
    </div>
  )
}
